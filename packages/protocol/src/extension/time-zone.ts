import { check } from '../check/check.ts';
import { record, text } from '../field/make.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';

export const timeZone = text('IANA name of the time zone of a house', {
  pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$',
  expected: 'a name such as Australia/Sydney',
  example: 'Australia/Sydney',
});

/** The body of `POST /time-zone`. */
export const timeZoneChange = record('time zone', { timeZone });

/** Sources of a house's time zone: the file of a simulated house, its owner, or the machine that runs the bridge. */
export const timeZoneSources = ['house', 'owner', 'machine'] as const;

/** True if a name is an IANA time zone that this runtime has. */
export function isTimeZone(name: unknown): name is string {
  try {
    return typeof name === 'string' && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** Checks the untrusted name of a time zone. */
export function checkTimeZone(name: unknown): Result<string> {
  if (isTimeZone(name))
    return ok(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone);
  const facts = { what: 'time-zone', reason: 'time-zone-example' } as const;
  return refuse('unusable-word', { path: ['timeZone'], input: name, facts });
}

/** Checks the body of `POST /time-zone`. */
export function checkTimeZoneChange(input: unknown): Result<{ readonly timeZone: string }> {
  const checked = check(timeZoneChange, input);
  const name = checked.ok ? checkTimeZone(checked.value.timeZone) : checked;
  return name.ok ? ok({ timeZone: name.value }) : name;
}

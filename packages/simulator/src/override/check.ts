import type { Datagrams } from '@plenum/protocol/component';
import type { Result } from '@plenum/protocol/refusal';
import { type AnyOverride, checkOverride } from '@plenum/protocol/simulation';
import { installed } from '../model/installed.ts';
import { refuseMissing } from '../model/rule.ts';

/** Checks an override of a house. An index beyond every house is refused like one that this house does not have. */
export function checkHouseOverride(datagrams: Datagrams, name: string, body: unknown): Result<AnyOverride> {
  const checked = checkOverride(name, body);
  if (checked.ok) return checked;
  const { code, path, input, facts } = checked.refusal;
  const noun = String(facts?.noun);
  if (code !== 'no-such-index' || !Object.hasOwn(installed, noun)) return checked;
  return refuseMissing(noun, path, Number(input), installed[noun as keyof typeof installed](datagrams));
}

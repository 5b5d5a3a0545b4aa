import { check } from '@plenum/protocol/check';
import { type RecordField, record } from '@plenum/protocol/field';
import { isRecord } from '@plenum/protocol/json';
import { type Refusal, type Result, refuse } from '@plenum/protocol/refusal';

/** Refuses a word of a scenario file: `"ZoneWindow" cannot be a fault: write it under "override".` */
export const cannotBe = (input: unknown, what: string, why: string): Result<never> =>
  refuse('unusable-word', { input, facts: { what: 'named', name: what, reason: 'told', told: why } });

/** Lets the path of a refusal begin at the enclosing value. */
export const within = <T>(path: readonly string[], result: Result<T>): Result<T> =>
  result.ok ? result : { ok: false, refusal: { ...result.refusal, path: [...path, ...result.refusal.path] } };

/** Checks a value against the members of a record one by one, so that every problem is found. */
export function checkMembers(
  of: RecordField,
  value: unknown,
): { readonly values: Readonly<Record<string, unknown>>; readonly refusals: readonly Refusal[] } {
  const whole = check(of, value);
  if (whole.ok) return { values: whole.value as Record<string, unknown>, refusals: [] };
  if (!isRecord(value)) return { values: {}, refusals: [whole.refusal] };
  const values: Record<string, unknown> = {};
  const refusals: Refusal[] = [];
  const keys = Object.keys(of.properties);
  for (const [key, field] of Object.entries(of.properties)) {
    const optional = of.required.includes(key) ? [] : [key];
    const given = Object.hasOwn(value, key) ? { [key]: value[key] } : {};
    const checked = check(record(of.description, { [key]: field }, { optional }), given);
    if (checked.ok) Object.assign(values, checked.value);
    else refusals.push(checked.refusal);
  }
  for (const input of Object.keys(value).filter((key) => !keys.includes(key)))
    refusals.push(refuse('unknown-key', { input, facts: { keys } }).refusal);
  return { values, refusals };
}

import { ok, type Result, refuse } from '@plenum/protocol/refusal';

/** 2100-01-01 UTC in ms. */
export const maxInstant = 4_102_444_800_000;

/**
 * Reads a number from a query, within limits that may depend on the other values of the query. Returns `byDefault` if
 * the number is missing.
 */
export function readWithin<Key extends string>(
  query: { readonly [Member in Key]?: number },
  key: Key,
  { byDefault, min, max }: { byDefault: number; min: number; max: number },
): Result<number> {
  const value: number = query[key] ?? byDefault;
  if (query[key] !== undefined && value < min)
    return refuse('too-low', { path: [key], input: value, facts: { min } });
  if (query[key] !== undefined && value > max)
    return refuse('too-high', { path: [key], input: value, facts: { max } });
  return ok(value);
}

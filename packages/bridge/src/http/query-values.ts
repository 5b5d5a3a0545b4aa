import { ok, type Result, refuse } from '@plenum/protocol/refusal';

/** The query of a request: what is given twice is a list. */
export type Query = Readonly<Record<string, unknown>>;

/** 2100-01-01 UTC in ms. */
export const maxInstant = 4_102_444_800_000;

/** A whole number of a query within limits; `byDefault` where it is missing or empty. */
export const readNumber = (
  query: Query,
  key: string,
  { byDefault, min, max }: { byDefault: number; min: number; max: number },
): Result<number> => {
  const given = query[key];
  if (given === undefined || given === '') return ok(byDefault);
  if (typeof given !== 'string' || !/^-?[0-9]{1,15}$/.test(given))
    return refuse('wrong-type', { path: [key], input: given, facts: { expected: 'a whole number' } });
  const value = Number(given);
  if (value < min) return refuse('too-low', { path: [key], input: value, facts: { min } });
  if (value > max) return refuse('too-high', { path: [key], input: value, facts: { max } });
  return ok(value);
};

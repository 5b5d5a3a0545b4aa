import { check } from '../check/check.ts';
import { factsOf } from '../field/field.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { isShape, type OpenShape, type Shape, type ShapeValue } from './shape.ts';

/** The query of a request as text. The value of a repeated key is a list. */
export type QueryTexts = Readonly<Record<string, unknown>>;

const readValue = (key: string, shape: Shape, given: unknown): Result<unknown> => {
  if (isShape(shape)) {
    if (shape.shape !== 'constant') throw new TypeError(`${key} cannot be part of a query`);
    const found = shape.values.find((value) => String(value) === given);
    if (found !== undefined) return ok(found);
    return refuse('not-a-choice', {
      path: [key],
      input: given,
      facts: { choices: shape.values.map(String) },
    });
  }
  if (!('type' in shape) || shape.type !== 'integer') return check(shape, given, [key]);
  if (typeof given !== 'string' || !/^-?[0-9]{1,15}$/.test(given))
    return refuse('wrong-type', { path: [key], input: given, facts: { expected: 'a whole number' } });
  return check(shape, Number(given), [key]);
};

/** True if a value is missing or empty. An empty word is not missing: it must match one of the choices. */
const isLeftOut = (shape: Shape, given: unknown): boolean =>
  given === undefined || (given === '' && (isShape(shape) || factsOf(shape).kind !== 'word'));

/** Reads the query of a request by its definition. Unknown keys are ignored. */
export function readQuery<S extends OpenShape>(
  { members, required }: S,
  given: QueryTexts,
): Result<ShapeValue<S>> {
  const values: Record<string, unknown> = {};
  for (const [key, shape] of Object.entries(members)) {
    if (isLeftOut(shape, given[key])) {
      if (required.includes(key)) return refuse('missing-key', { facts: { key } });
      continue;
    }
    const value = readValue(key, shape, given[key]);
    if (!value.ok) return value;
    values[key] = value.value;
  }
  return ok(values as ShapeValue<S>);
}

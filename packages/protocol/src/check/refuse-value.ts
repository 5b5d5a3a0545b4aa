import { type Field, factsOf } from '../field/field.ts';
import { type PlainRefusalCode, type Refusal, refuse } from '../refusal/refusal.ts';

/** Refuses a value; the facts for the sentence include the unit, scale and noun of its field. */
export function refuseValue(
  code: PlainRefusalCode,
  field: Field,
  input: unknown,
  facts: object = {},
): { readonly ok: false; readonly refusal: Refusal } {
  const { unit, scale, noun } = factsOf(field);
  return refuse(code, { input, facts: { unit, scale, noun, ...facts } });
}

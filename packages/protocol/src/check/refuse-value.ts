import { type Field, factsOf } from '../field/field.ts';
import { type PlainRefusalCode, type Refusal, refuse } from '../refusal/refusal.ts';

/** Refuses a value, with the unit, scale and noun of its field as facts for the sentence. */
export const refuseValue = (
  code: PlainRefusalCode,
  field: Field,
  input: unknown,
  facts: object = {},
): { readonly ok: false; readonly refusal: Refusal } => {
  const { unit, scale, noun } = factsOf(field);
  return refuse(code, { input, facts: { unit, scale, noun, ...facts } });
};

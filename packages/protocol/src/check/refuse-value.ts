import { type Field, factsOf } from '../field/field.ts';
import { type Refusal, refuse } from '../refusal/refusal.ts';

/** Refuses a value with what its field says of itself, so that the sentence has its unit. */
export const refuseValue = (code: Refusal['code'], field: Field, input: unknown, facts: object = {}) => {
  const { unit, scale, noun } = factsOf(field);
  return refuse(code, { input, facts: { unit, scale, noun, ...facts } });
};

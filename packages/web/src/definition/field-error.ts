import { check } from '@plenum/protocol/check';
import { type Field, factsOf, type NumberField, type QuantityField } from '@plenum/protocol/field';
import { toSentence } from '@plenum/protocol/refusal';

const limits = (unit: string, minimum?: number, maximum?: number): string => {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}${unit}`;
  if (minimum !== undefined) return ` of at least ${minimum}${unit}`;
  return maximum === undefined ? '' : ` of at most ${maximum}${unit}`;
};

/** The number a field expects, in a sentence: `Enter a whole number from 0 to 720 min.` */
export const expectedNumber = (field: NumberField | QuantityField): string => {
  const { unit } = factsOf(field);
  const range = limits(unit === undefined ? '' : ` ${unit}`, field.minimum, field.maximum);
  return `Enter a ${field.type === 'integer' ? 'whole number' : 'number'}${range}.`;
};

/** The reason why a field's definition refuses a value, in a sentence; undefined where the value is valid. */
export const fieldError = (field: Field, value: unknown): string | undefined => {
  if (Number.isNaN(value)) return expectedNumber(field as NumberField | QuantityField);
  const checked = check(field, value);
  return checked.ok ? undefined : toSentence({ ...checked.refusal, path: [] });
};

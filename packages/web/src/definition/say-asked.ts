import { factsOf, type NumberField, type QuantityField } from '@plenum/protocol/field';

const limits = (unit: string, minimum?: number, maximum?: number): string => {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}${unit}`;
  if (minimum !== undefined) return ` of at least ${minimum}${unit}`;
  return maximum === undefined ? '' : ` of at most ${maximum}${unit}`;
};

/** What a number field asks for, in a sentence: `A whole number from 0 to 720 min is asked for.` */
export const sayAsked = (field: NumberField | QuantityField): string => {
  const { unit } = factsOf(field);
  const said = limits(unit === undefined ? '' : ` ${unit}`, field.minimum, field.maximum);
  return `${field.type === 'integer' ? 'A whole number' : 'A number'}${said} is asked for.`;
};

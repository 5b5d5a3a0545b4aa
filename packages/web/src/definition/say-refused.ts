import { check } from '@plenum/protocol/check';
import type { Field, NumberField, QuantityField } from '@plenum/protocol/field';
import { toSentence } from '@plenum/protocol/refusal';
import { sayAsked } from './say-asked.ts';

/** Why the definition of a field refuses what was typed into it, in a sentence of its own; undefined where it does not. */
export const sayRefused = (field: Field, value: unknown): string | undefined => {
  if (Number.isNaN(value)) return sayAsked(field as NumberField | QuantityField);
  const checked = check(field, value);
  return checked.ok ? undefined : toSentence({ ...checked.refusal, path: [] });
};

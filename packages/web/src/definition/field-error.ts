import { check } from '@plenum/protocol/check';
import { type Field, factsOf, type NumberField, type QuantityField } from '@plenum/protocol/field';
import { formatNumber } from '../reading/number/quantity.ts';
import { defined } from '../text/defined.ts';
import { describeRefusal } from '../text/refusal-text.ts';
import { t } from '../text/text.ts';

/** Describes the number that a field expects: `Enter a whole number from 0 to 720 min.` */
export function expectedNumber(field: NumberField | QuantityField): string {
  const { unit: known, scale = 1 } = factsOf(field);
  const inUnit = (wire: number | undefined) => (wire === undefined ? undefined : formatNumber(wire / scale));
  const [minimum, maximum] = [inUnit(field.minimum), inUnit(field.maximum)];
  const unit = known === undefined ? '' : ` ${defined(known)}`;
  const integer = field.type === 'integer' && scale === 1;
  if (minimum !== undefined && maximum !== undefined)
    return t('definition.between', { minimum, maximum, unit, integer });
  if (minimum !== undefined) return t('definition.atLeast', { minimum, unit, integer });
  return maximum === undefined
    ? t('definition.anyNumber', { integer })
    : t('definition.atMost', { maximum, unit, integer });
}

/** Returns the reason why a value is invalid for a field's definition, as a sentence; `undefined` if it is valid. */
export function fieldError(field: Field, value: unknown): string | undefined {
  if (Number.isNaN(value)) return expectedNumber(field as NumberField | QuantityField);
  const checked = check(field, value);
  return checked.ok ? undefined : describeRefusal({ ...checked.refusal, path: [] });
}

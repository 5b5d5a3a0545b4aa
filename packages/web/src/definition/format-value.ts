import { type Field, factsOf, type ListField, type RecordField } from '@plenum/protocol/field';
import { formatDifference, formatQuantity } from '../reading/number/quantity.ts';
import { formatExactly, formatSetpoint, type Scale } from '../reading/number/temperature.ts';
import { capital, toLabel, wordOf } from '../reading/words.ts';
import { t } from '../text/text.ts';

/** A row of a table: a label, and the value as text. */
export interface Line {
  readonly label: string;
  readonly value: string;
}

const formatScalar = (field: Field, value: unknown, scale: Scale): string => {
  const { kind, unit, scale: factor, isDifference = unit === 'K', disabled } = factsOf(field);
  if (value === undefined || value === null || value === disabled) return '–';
  if (kind === 'flag' || kind === 'bool')
    return value === 1 || value === true ? t('definition.yes') : t('definition.no');
  if (kind === 'choice') return capital(wordOf(field, value as number));
  if (typeof value === 'number' && isDifference) return formatDifference(value, scale, factor);
  if (unit === '°C' && factor === 100)
    return `${(kind === 'temperature' ? formatExactly : formatSetpoint)(value as number, scale)} °${scale}`;
  if (typeof value === 'number') return formatQuantity(value, { unit, scale: factor });
  const text = String(value).trim();
  return text === '' ? '–' : text;
};

/** Formats the value of a field as lines: one for a scalar, or one for each record member or list entry. */
export function toLines(field: Field, value: unknown, scale: Scale, label = toLabel(field)): readonly Line[] {
  const { kind } = factsOf(field);
  if (kind === 'record')
    return Object.entries((field as RecordField).properties).flatMap(([key, member]) =>
      toLines(
        member,
        (value as Record<string, unknown> | undefined)?.[key],
        scale,
        `${label}: ${toLabel(member)}`,
      ),
    );
  if (kind === 'list')
    return ((value ?? []) as readonly unknown[]).flatMap((item, place) =>
      toLines((field as ListField<Field>).items, item, scale, `${label} ${place}`),
    );
  if (kind === 'object') return [];
  return [{ label, value: formatScalar(field, value, scale) }];
}

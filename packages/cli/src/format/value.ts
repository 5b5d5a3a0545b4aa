import {
  type ByKind,
  callByKind,
  type Field,
  factsOf,
  type ListField,
  type NumberField,
  type RangedField,
  type RecordField,
} from '@plenum/protocol/field';
import { toQuantity } from '@plenum/protocol/refusal';
import { toPlainText } from '@plenum/protocol/text';

const raw = (value: unknown): string =>
  toPlainText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const quantity = (field: RangedField, value: unknown) =>
  typeof value === 'number' ? toQuantity(value, factsOf(field)) : raw(value);

const flag = (_: Field, value: unknown) => ({ 0: 'no', 1: 'yes' })[String(value)] ?? raw(value);

const choice = (field: NumberField, value: unknown) => {
  const labels = Object.entries(factsOf(field).choices ?? {});
  return labels.find(([, number]) => number === value)?.[0] ?? `${raw(value)} (unknown)`;
};

const record = (field: RecordField, value: unknown): string => {
  if (typeof value !== 'object' || value === null) return raw(value);
  const shown = Object.entries(value).map(
    ([key, member]) => [key, formatMember(field, key, member)] as const,
  );
  if (shown.length === 1) return shown[0]![1];
  const flags = Object.values(field.properties).every((member) => factsOf(member).kind === 'flag');
  if (!flags) return shown.map(([key, text]) => `${key} ${text}`).join(', ');
  const set = shown.filter(([, text]) => text === 'yes').map(([key]) => key);
  return set.length === 0 ? 'none' : set.join(' ');
};

const list = (field: ListField<Field>, value: unknown): string =>
  Array.isArray(value) ? value.map((item) => formatValue(field.items, item)).join('; ') : raw(value);

const shows: ByKind<string, [value: unknown]> = {
  temperature: quantity,
  setpoint: quantity,
  percent: quantity,
  minutes: quantity,
  number: quantity,
  instant: (_, value) => raw(value),
  quantity,
  clock: (field, value) => (value === factsOf(field).disabled ? 'none' : raw(value)),
  index: (_, value) => raw(value),
  flag,
  choice,
  name: (_, value) => raw(value),
  text: (_, value) => raw(value),
  word: (_, value) => raw(value),
  bool: (_, value) => ({ true: 'yes', false: 'no' })[String(value)] ?? raw(value),
  record,
  object: (_, value) => raw(value),
  list,
  map: (_, value) => raw(value),
};

/** Formats a value with its unit, or with the label of its number, according to its definition. */
export function formatValue(field: Field | undefined, value: unknown): string {
  if (value === undefined) return '';
  return field === undefined ? raw(value) : callByKind(shows, field, value);
}

/** Formats a member of a record; one without a definition is shown as it was received. */
export const formatMember = (field: RecordField, key: string, value: unknown): string =>
  formatValue(Object.hasOwn(field.properties, key) ? (field.properties[key] as Field) : undefined, value);

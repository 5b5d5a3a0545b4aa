import type { Field, ListField, NumberField } from '../field/field.ts';
import { isRecord } from '../json/is-record.ts';
import { type ComponentKind, type DatagramOf, kinds } from './kinds.ts';

/** Returns 0 if the field allows it, otherwise the allowed value nearest to 0; for an enumeration its first value. */
const toInitialNumber = ({ enum: values, minimum = 0, maximum = 0 }: NumberField): number => {
  if (values !== undefined) return values.includes(0) ? 0 : values[0]!;
  return minimum > 0 ? minimum : Math.min(maximum, 0);
};

const toInitial = (field: Field): unknown => {
  switch (field.type) {
    case 'integer':
    case 'number':
      return toInitialNumber(field as NumberField);
    case 'string':
      return 'enum' in field ? field.enum[0] : '';
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: field.minItems }, () => toInitial((field as ListField<Field>).items));
    case 'object':
      return Object.fromEntries(
        Object.entries(field.properties).map(([key, member]) => [key, toInitial(member as Field)]),
      );
    default:
      return {};
  }
};

/**
 * Returns the datagram of a component before its state is known: every member in the order of the interface, off, empty
 * or 0. Code that creates a component spreads this and adds known members, so that a new field needs no value
 * elsewhere.
 */
export const initialDatagram = <K extends ComponentKind>(kind: K): DatagramOf<K> =>
  toInitial(kinds[kind].fields) as DatagramOf<K>;

const toComplete = (field: Field, value: unknown): unknown => {
  if (field.type === 'array') {
    const items = Array.isArray(value) ? value : [];
    const { items: item, minItems } = field as ListField<Field>;
    return Array.from({ length: Math.max(minItems, items.length) }, (_, place) =>
      toComplete(item, items[place]),
    );
  }
  if (field.type !== 'object') return value ?? toInitial(field);
  const given = isRecord(value) ? value : {};
  const members = Object.entries(field.properties).map(([key, member]) => [
    key,
    toComplete(member as Field, given[key]),
  ]);
  return { ...given, ...Object.fromEntries(members) };
};

/**
 * Returns a datagram with complete lists and records, because real devices leave out members (wire facts 2). Values of
 * the datagram itself that are missing stay undefined: not every component of a kind has each of them.
 */
export function withCompleteLists<K extends ComponentKind>(kind: K, datagram: object): DatagramOf<K> {
  const given = datagram as Readonly<Record<string, unknown>>;
  const nested = Object.entries<Field>(kinds[kind].fields.properties)
    .filter(([, { type }]) => type === 'array' || type === 'object')
    .map(([key, field]) => [key, toComplete(field, given[key])]);
  return { ...given, ...Object.fromEntries(nested) } as DatagramOf<K>;
}

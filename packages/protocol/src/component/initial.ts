import type { Field, ListField, NumberField } from '../field/field.ts';
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

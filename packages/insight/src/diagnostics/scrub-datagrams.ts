import {
  type ComponentKind,
  componentKinds,
  type Datagrams,
  kinds,
  nothingInstalled,
} from '@plenum/protocol/component';
import type { Field, ListField, RecordField } from '@plenum/protocol/field';
import { isRecord } from '@plenum/protocol/json';

/** Texts that a device generates: the whole text must be the code of a fault or warning. */
export const codes: Readonly<Record<string, RegExp>> = {
  ACError: /^ ?[A-Z0-9]{0,3} ?$/,
  Er: /^ ?[A-Z0-9]{0,3} ?$/,
  Code: /^ ?[A-Z0-9]{0,4} ?$/,
  Warnings: /^(none|filter)?$/,
};

/** Maximum number of components of one kind, and of entries in a list that defines no limit. */
const maxEntries = 64;

interface Place {
  readonly key: string;
  /** Replacement for a name in this field. */
  readonly alias: string;
}

/**
 * Returns a label or a code unchanged, an alias for a name, an empty text for any other text, and undefined for an
 * unknown label. An empty text stays empty, because it means "unused".
 */
const scrubString = (field: Field, value: string, { key, alias }: Place): string | undefined => {
  if ('enum' in field && field.enum !== undefined)
    return (field.enum as readonly unknown[]).includes(value) ? value : undefined;
  if (Object.hasOwn(codes, key)) return codes[key]!.test(value) ? value : '';
  return key === 'Name' && value.trim() !== '' ? alias : '';
};

const scrubValue = (field: Field, value: unknown, place: Place): unknown => {
  switch (field.type) {
    case 'integer':
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e12
        ? value
        : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'string':
      return typeof value === 'string' ? scrubString(field, value, place) : undefined;
    case 'array': {
      const { items, maxItems } = field as ListField<Field>;
      if (!Array.isArray(value)) return undefined;
      return value
        .slice(0, Math.min(maxItems, maxEntries))
        .map((each, no) => scrubValue(items, each, { ...place, alias: `${place.alias}.${no + 1}` }))
        .filter((each) => each !== undefined);
    }
    case 'object':
      return isRecord(value) ? scrubRecord(field as RecordField, value, place.alias) : undefined;
    default:
      return undefined;
  }
};

/** Keeps the members in the definition if their type is right. */
const scrubRecord = (
  { properties }: RecordField,
  value: Readonly<Record<string, unknown>>,
  alias: string,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([key, field]) => {
      if (!Object.hasOwn(value, key)) return [];
      const scrubbed = scrubValue(field, value[key], { key, alias });
      return scrubbed === undefined ? [] : [[key, scrubbed]];
    }),
  );

const scrubKind = (kind: ComponentKind, list: unknown): readonly object[] => {
  if (!Array.isArray(list)) return [];
  const { fields, key } = kinds[kind] as { fields: RecordField; key?: string };
  const seen = new Set<number>();
  return list.slice(0, maxEntries).flatMap((datagram) => {
    if (!isRecord(datagram)) return [];
    const index = key === undefined ? 0 : datagram[key];
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index > 99) return [];
    if (seen.has(index)) return [];
    seen.add(index);
    return [scrubRecord(fields, datagram, `${kind} ${index}`)];
  });
};

/**
 * Returns the state of a house without texts that people wrote: only numbers, flags and codes in the definitions, and
 * aliases for names. The same function makes an untrusted state safe.
 */
export const scrubDatagrams = (datagrams: Readonly<Record<string, unknown>>): Datagrams =>
  ({
    ...nothingInstalled,
    ...Object.fromEntries(
      componentKinds.map((kind) => [
        kind,
        scrubKind(kind, Object.hasOwn(datagrams, kind) ? datagrams[kind] : []),
      ]),
    ),
  }) as Datagrams;

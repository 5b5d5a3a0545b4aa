import {
  type ComponentKind,
  componentKinds,
  type Datagrams,
  kinds,
  nothingInstalled,
} from '@plenum/protocol/component';
import type { Field, ListField, RecordField } from '@plenum/protocol/field';
import { isRecord } from '@plenum/protocol/json';

/** Texts that say how a device is and that no person writes: the codes of faults and warnings, whole. */
const codes: Readonly<Record<string, RegExp>> = {
  ACError: /^ ?[A-Z0-9]{0,3} ?$/,
  Er: /^ ?[A-Z0-9]{0,3} ?$/,
  Code: /^ ?[A-Z0-9]{0,4} ?$/,
  Warnings: /^(none|filter)?$/,
};

/** Components of one kind, and entries of a list that has no limit of its own. */
const maxEntries = 64;

interface Place {
  readonly key: string;
  /** What stands for a name here. */
  readonly alias: string;
}

/** A text: one of its words, a code, or something in the place of a name; an empty one stays empty, since it says "unused". */
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

/** The members that the definition knows; a member of another name, or of another type, is left out. */
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
 * The state of a house without what people wrote: numbers, flags and codes of the definitions, aliases for names, and
 * nothing that the definitions do not know. So the same function makes a stranger's state harmless.
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

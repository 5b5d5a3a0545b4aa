import { type ComponentKind, componentKinds, type Datagrams, kinds } from '@plenum/protocol/component';
import type { Field, ListField, RecordField } from '@plenum/protocol/field';
import { tableOf } from '@plenum/protocol/field';
import { isRecord } from '@plenum/protocol/json';

type Fits = (value: unknown, field: never) => unknown;

const members = (value: unknown, { properties }: RecordField): unknown =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(properties).flatMap(([key, field]) => {
          const fitting = toFitting(value[key], field as Field);
          return fitting === undefined ? [] : [[key, fitting]];
        }),
      )
    : undefined;

/** Returns the replacement for an item of the wrong type: an empty record or list; `undefined` for a value. */
const toEmpty = ({ type }: Field): unknown => (type === 'object' ? {} : type === 'array' ? [] : undefined);

/** Replaces an item of the wrong type with an empty one, so that the other items keep their positions. */
const items = (value: unknown, { items: field }: ListField<Field>): unknown =>
  Array.isArray(value) ? value.map((item) => toFitting(item, field) ?? toEmpty(field)) : undefined;

const number = (value: unknown): unknown =>
  typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) ? value : undefined;

const fits: Readonly<Record<string, Fits>> = {
  integer: number,
  number,
  boolean: number,
  string: (value) => (typeof value === 'string' ? value : undefined),
  object: members,
  array: items,
};

/** Returns the part of a value that has the type of its definition; `undefined` if no part does. */
const toFitting = (value: unknown, field: Field): unknown =>
  // The type of a field selects the function that takes it.
  fits[field.type ?? '']?.(value, field as never) ?? undefined;

const known = new WeakMap<object, unknown>();

const toDatagrams = (kind: ComponentKind, datagrams: readonly unknown[]): readonly unknown[] => {
  const found = known.get(datagrams) as readonly unknown[] | undefined;
  if (found !== undefined) return found;
  const { fields, key } = kinds[kind];
  const typed = datagrams.flatMap((datagram) => {
    if (!isRecord(datagram)) return [];
    const fitting = (known.get(datagram) ?? members(datagram, fields as RecordField)) as Record<
      string,
      unknown
    >;
    known.set(datagram, fitting);
    return key !== undefined && !Number.isInteger(fitting[key]) ? [] : [fitting];
  });
  known.set(datagrams, typed);
  return typed;
};

/**
 * Returns the datagrams of a house without values of the wrong type, because devices leave out fields and send wrong
 * values (wire facts 2). Unchanged objects keep their identity.
 */
export const toWellTyped = (datagrams: Datagrams): Datagrams =>
  tableOf<Datagrams>(componentKinds, (kind) => toDatagrams(kind, datagrams[kind]) as Datagrams[typeof kind]);

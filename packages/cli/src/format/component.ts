import { isDeepStrictEqual } from 'node:util';
import { type ComponentKind, recordOf } from '@plenum/protocol/component';
import { type Field, factsOf, type RecordField } from '@plenum/protocol/field';
import { toPlainText } from '@plenum/protocol/text';
import { isSensed, measuredFields } from '@plenum/protocol/zone';
import type { Table } from '../io/table.ts';
import { listColumns, statusColumn } from './columns.ts';
import { formatMember, formatValue } from './value.ts';

type Row = Readonly<Record<string, unknown>>;

/** True for a field without a sensor: its value on the wire is not a reading. */
const isUnmeasured = (kind: ComponentKind, key: string, datagram: Row): boolean =>
  kind === 'zone' && (measuredFields as readonly string[]).includes(key) && !isSensed(datagram);
const unmeasured = 'no sensor';

/** Returns a table of the components of a kind, one per row, without columns for which no component has a value. */
export function toListTable(
  kind: ComponentKind,
  datagrams: readonly Row[],
  statuses: readonly string[] = [],
): Table {
  const fields = recordOf(kind);
  const head = listColumns[kind].filter((key) =>
    key === statusColumn ? statuses.length > 0 : datagrams.some((datagram) => datagram[key] !== undefined),
  );
  const toCell = (key: string, datagram: Row, at: number): string => {
    if (key === statusColumn) return statuses[at]!;
    return isUnmeasured(kind, key, datagram) ? unmeasured : formatMember(fields, key, datagram[key]);
  };
  return { head, rows: datagrams.map((datagram, at) => head.map((key) => toCell(key, datagram, at))) };
}

/** True if another spelling of a key with the same value precedes it (wire facts 3). Only the first one is shown. */
const isRepeated = (key: string, value: Row): boolean => {
  const keys = Object.keys(value);
  const first = keys.find((other) => other.toLowerCase() === key.toLowerCase());
  return first !== undefined && first !== key && isDeepStrictEqual(value[first], value[key]);
};

const toRows = (field: RecordField, value: Row, path: string): string[][] =>
  Object.entries(value).flatMap(([key, member]): string[][] => {
    if (isRepeated(key, value)) return [];
    const of = Object.hasOwn(field.properties, key) ? field.properties[key] : undefined;
    const name = `${path}${key}`;
    if (of === undefined)
      return [[toPlainText(name), formatValue(undefined, member), 'not in the interface']];
    const { kind } = factsOf(of);
    if (kind === 'record' && typeof member === 'object' && member !== null && !isFlags(of as RecordField))
      return toRows(of as RecordField, member as Row, `${name}.`);
    if (of.type === 'array' && Array.isArray(member))
      return member.flatMap((item, at) =>
        toItemRows(of.items as Field, item, `${name}.${at}`, of.description),
      );
    return [[name, formatValue(of, member), of.description]];
  });

/** Returns the rows for one entry of a list: a single row, unless the entry contains a list. */
const toItemRows = (field: Field, item: unknown, name: string, meaning: string): string[][] => {
  const holdsList =
    factsOf(field).kind === 'record' &&
    Object.values((field as RecordField).properties).some((member) => factsOf(member).kind === 'list');
  if (holdsList && typeof item === 'object' && item !== null)
    return toRows(field as RecordField, item as Row, `${name}.`);
  return [[name, formatValue(field, item), meaning]];
};

const isFlags = (field: RecordField) =>
  Object.values(field.properties).every((member) => factsOf(member).kind === 'flag');

/** Returns a table of one component with one field per row and its meaning. */
export const toDetailTable = (kind: ComponentKind, datagram: Row): Table => ({
  head: ['Field', 'Value', 'Meaning'],
  rows: toRows(recordOf(kind), datagram, '').map(([name = '', value = '', ...rest]) => [
    name,
    isUnmeasured(kind, name, datagram) ? unmeasured : value,
    ...rest,
  ]),
  cutLast: true,
});

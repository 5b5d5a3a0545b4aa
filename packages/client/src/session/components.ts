import { type ComponentKind, type DatagramOf, kinds } from '@plenum/protocol/component';
import { isRecord } from '@plenum/protocol/json';
import type { Part, Query } from '@plenum/protocol/query';

/** One component in an answer. */
export interface RawComponent {
  readonly kind: ComponentKind;
  readonly index: number;
  readonly datagram: Readonly<Record<string, unknown>>;
}

/** Adds a missing index: the requested one, or the position in the list. */
const toCollected = (kind: ComponentKind, value: unknown, fallback: number): RawComponent[] => {
  if (!isRecord(value)) return [];
  const { key } = kinds[kind];
  if (key === undefined) return [{ kind, index: 0, datagram: value }];
  const index = Number.isInteger(value[key]) ? (value[key] as number) : fallback;
  return [{ kind, index, datagram: value[key] === index ? value : { ...value, [key]: index } }];
};

const partToCollected = (part: Part, value: unknown, no: number): RawComponent[] => {
  switch (part.from) {
    case 'one':
      return toCollected(part.kind, value, 0);
    case 'nth':
    case 'portion':
      return toCollected(part.kind, value, no);
    case 'all':
      return (Array.isArray(value) ? value : []).flatMap((each, at) => toCollected(part.kind, each, at));
    case 'object':
      return collectMembers(part.members, value, no);
    case 'firmware':
      return [];
  }
};

const collectMembers = (members: Query['answer'], value: unknown, no: number): RawComponent[] =>
  isRecord(value)
    ? Object.entries(members).flatMap(([key, part]) =>
        Object.hasOwn(value, key) ? partToCollected(part, value[key], no) : [],
      )
    : [];

/** Returns the components in the answer to a query (neutral keys), according to the query's definition. */
export const readComponents = (query: Query, no: number, answer: unknown): readonly RawComponent[] =>
  collectMembers(query.answer, answer, no);

/**
 * A datagram as a device sent it: the fields of its resource, any of which may be missing, and any other fields. Values
 * have the scale of the wire; an enumeration may have a number without a label (wire facts 4).
 */
export type ReceivedDatagram<K extends ComponentKind> = Partial<DatagramOf<K>> & {
  readonly [key: string]: unknown;
};

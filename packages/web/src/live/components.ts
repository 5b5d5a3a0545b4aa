import {
  type ComponentKind,
  type Datagrams,
  indexOf,
  kinds,
  nothingInstalled,
} from '@plenum/protocol/component';
import { dialects, fromWire } from '@plenum/protocol/dialect';
import type { ChangeEvent } from '@plenum/protocol/extension';

type Component = ChangeEvent['components'][number];

const isKind = (kind: string): kind is ComponentKind => Object.hasOwn(kinds, kind);

/** Replaces existing components, and inserts new ones in the order of their index. */
export function mergeComponents(before: Datagrams, components: readonly Component[]): Datagrams {
  const after: Record<string, object[]> = {};
  for (const { kind, index, datagram } of components) {
    if (!isKind(kind)) continue;
    after[kind] ??= [...before[kind]];
    const list = after[kind];
    const at = (one: object) => indexOf(kind, one);
    const position = list.findIndex((one) => at(one) >= index);
    if (position === -1) list.push(datagram);
    else list.splice(position, at(list[position]!) === index ? 1 : 0, datagram);
  }
  return { ...before, ...after } as Datagrams;
}

/** Returns the house in a snapshot. */
export const toDatagrams = (components: readonly Component[]): Datagrams =>
  mergeComponents(nothingInstalled, components);

/**
 * Parses an event of `GET /events` and makes its keys neutral, since a bridge may use the dialect of a manufacturer
 * (wire facts 1).
 */
export const parseEvent = (data: string): ChangeEvent =>
  dialects.reduce<unknown>((event, dialect) => fromWire(dialect, event), JSON.parse(data)) as ChangeEvent;

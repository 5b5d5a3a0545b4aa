import {
  type ComponentKind,
  type Datagrams,
  kinds,
  nothingInstalled,
  replaceComponent,
} from '@plenum/protocol/component';
import { dialects, fromWire } from '@plenum/protocol/dialect';
import type { ChangeEvent } from '@plenum/protocol/extension';

type Component = ChangeEvent['components'][number];

const isKind = (kind: string): kind is ComponentKind => Object.hasOwn(kinds, kind);

/** Replaces existing components, and inserts new ones in the order of their index. */
export const mergeComponents = (before: Datagrams, components: readonly Component[]): Datagrams =>
  components.reduce(
    (house, { kind, index, datagram }) =>
      isKind(kind) ? replaceComponent(house, { kind, index, datagram }) : house,
    before,
  );

/** Returns the house in a snapshot. */
export const toDatagrams = (components: readonly Component[]): Datagrams =>
  mergeComponents(nothingInstalled, components);

/**
 * Parses an event of `GET /events` and makes its keys neutral, since a bridge may use the dialect of a manufacturer
 * (wire facts 1).
 */
export const parseEvent = (data: string): ChangeEvent =>
  dialects.reduce<unknown>((event, dialect) => fromWire(dialect, event), JSON.parse(data)) as ChangeEvent;

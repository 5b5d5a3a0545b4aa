import { isDeepStrictEqual } from 'node:util';
import {
  type ComponentKind,
  componentKinds,
  type Datagrams,
  findDatagram,
  indexOf,
  replaceComponent,
  withoutClock,
} from '@plenum/protocol/component';
import type { ComponentChange } from './device.ts';

const listOf = (datagrams: Datagrams, kind: ComponentKind): readonly object[] => datagrams[kind];

/** Returns every component of an installation, in the order of the interface. */
export const componentsOf = (datagrams: Datagrams): ComponentChange[] =>
  componentKinds.flatMap((kind) =>
    listOf(datagrams, kind).map((datagram) => ({ kind, index: indexOf(kind, datagram), datagram })),
  );

/** True if a component differs in more than the time of day it shows; `before` is undefined for a new component. */
export const isChange = (kind: ComponentKind, before: object | undefined, after: object): boolean =>
  before === undefined || !isDeepStrictEqual(withoutClock(kind, before), withoutClock(kind, after));

/** Returns the datagrams with one component replaced; the same object if that component is unchanged. */
export const replaceChanged = (datagrams: Datagrams, change: ComponentChange): Datagrams =>
  isDeepStrictEqual(findDatagram(datagrams, change.kind, change.index), change.datagram)
    ? datagrams
    : replaceComponent(datagrams, change);

/** Returns the components that differ between two states, as they are in `after`, in the order of the interface. */
export function changesBetween(before: Datagrams, after: Datagrams): ComponentChange[] {
  const changes: ComponentChange[] = [];
  for (const kind of componentKinds) {
    if (before[kind] === after[kind]) continue;
    for (const [position, datagram] of listOf(after, kind).entries()) {
      if (listOf(before, kind)[position] === datagram) continue;
      const index = indexOf(kind, datagram);
      if (isChange(kind, findDatagram(before, kind, index), datagram))
        changes.push({ kind, index, datagram });
    }
  }
  return changes;
}

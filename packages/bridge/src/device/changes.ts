import { isDeepStrictEqual } from 'node:util';
import {
  type ComponentKind,
  componentKinds,
  type Datagrams,
  findDatagram,
  indexOf,
} from '@plenum/protocol/component';
import type { Change } from './device.ts';

const listOf = (datagrams: Datagrams, kind: ComponentKind): readonly object[] => datagrams[kind];

/** The components that stand differently after than before, in the order of the interface. */
export const changesBetween = (before: Datagrams, after: Datagrams): Change[] => {
  const changes: Change[] = [];
  for (const kind of componentKinds) {
    if (before[kind] === after[kind]) continue;
    for (const [place, datagram] of listOf(after, kind).entries()) {
      if (listOf(before, kind)[place] === datagram) continue;
      const index = indexOf(kind, datagram as never);
      if (isDeepStrictEqual(findDatagram(before, kind, index), datagram)) continue;
      changes.push({ kind, index, datagram });
    }
  }
  return changes;
};

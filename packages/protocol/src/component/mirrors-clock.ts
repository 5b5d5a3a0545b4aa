import { membersOf } from '../definition/resource.ts';
import { factsOf } from '../field/field.ts';
import { type ComponentKind, componentKinds, kinds } from './kinds.ts';

const clockMembers = new Map(
  componentKinds.map((kind) => [
    kind,
    membersOf(kinds[kind])
      .filter(([, field]) => factsOf(field).mirrorsClock)
      .map(([key]) => key),
  ]),
);

/**
 * A datagram without the members that only show the time of day; the same object where it has none. Two datagrams that are
 * equal without them are the same: that time passes is no change, which clients would be notified of each minute.
 */
export const withoutClock = <D extends object>(kind: ComponentKind, datagram: D): D => {
  const keys = clockMembers.get(kind)!;
  if (keys.length === 0) return datagram;
  return Object.fromEntries(Object.entries(datagram).filter(([key]) => !keys.includes(key))) as D;
};

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
 * Returns a datagram without the members that only show the time of day, or the same object if it has no such members.
 * Datagrams that differ only in these members count as unchanged, so that clients are not notified every minute.
 */
export function withoutClock<D extends object>(kind: ComponentKind, datagram: D): D {
  const keys = clockMembers.get(kind)!;
  if (keys.length === 0) return datagram;
  return Object.fromEntries(Object.entries(datagram).filter(([key]) => !keys.includes(key))) as D;
}

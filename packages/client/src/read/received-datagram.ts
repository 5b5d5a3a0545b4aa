import type { ComponentKind, DatagramOf } from '@plenum/protocol/component';

/**
 * A datagram as a device sent it: the fields of its resource, any of which a device may leave out, and whatever
 * else it sent. Values are as on the wire; an enumeration may hold a number that has no label yet (wire facts 4).
 */
export type ReceivedDatagram<K extends ComponentKind> = Partial<DatagramOf<K>> & {
  readonly [key: string]: unknown;
};

import type { ComponentKind, DatagramOf } from '@plenum/protocol/component';

/**
 * A datagram as a device sent it: the fields of its resource, any of which may be missing, and any other fields.
 * Values are as on the wire; an enumeration may have a number without a label (wire facts 4).
 */
export type ReceivedDatagram<K extends ComponentKind> = Partial<DatagramOf<K>> & {
  readonly [key: string]: unknown;
};

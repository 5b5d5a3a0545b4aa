import { type BridgeFrame, type CloseReason, readBridgeFrame } from '@plenum/protocol/uplink';
import type { ReceivedMessage } from './received-messages.ts';

/**
 * Reads the frames of one connection, numbered consecutively from 1: first a snapshot, then frames of any kind. A
 * further snapshot is accepted only if the cloud requested it.
 */
export interface FrameReader {
  /** Accepts one more snapshot. */
  expectSnapshot(): void;
  /** Returns the frame in a message, or the reason to close the connection. */
  read(message: ReceivedMessage): BridgeFrame | CloseReason;
  /** Number of the last frame (0 before the first), and when it was received, by `elapsed`. */
  last(): { readonly n: number; readonly receivedAt: number };
}

export const createFrameReader = (openedAt: number): FrameReader => {
  let last = { n: 0, receivedAt: openedAt };
  /** Number of snapshots that may still come. */
  let snapshots = 1;
  return {
    expectSnapshot: () => {
      snapshots++;
    },
    read: ({ text, receivedAt }) => {
      const read = readBridgeFrame(text);
      if (!read.ok) return 'malformed';
      const frame = read.value;
      const isSnapshot = frame.type === 'snapshot';
      if (frame.n !== last.n + 1 || (last.n === 0 && !isSnapshot)) return 'out-of-order';
      if (isSnapshot && snapshots-- === 0) return 'out-of-order';
      last = { n: frame.n, receivedAt };
      return frame;
    },
    last: () => last,
  };
};

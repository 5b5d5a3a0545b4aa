import { type BridgeFrame, type CloseReason, readBridgeFrame } from '@plenum/protocol/uplink';
import type { ReceivedMessage } from './received-messages.ts';

/**
 * Reads the frames of one connection, numbered consecutively from 1: first a snapshot, then frames of any kind. A
 * further snapshot is accepted only if the cloud requested it.
 */
export class FrameReader {
  /** Number of the last frame, 0 before the first. */
  #n = 0;
  #receivedAt: number;
  /** Number of snapshots that may still come. */
  #snapshots = 1;

  constructor(openedAt: number) {
    this.#receivedAt = openedAt;
  }

  /** Accepts one more snapshot. */
  expectSnapshot(): void {
    this.#snapshots++;
  }

  /** Returns the frame in a message, or the reason to close the connection. */
  read({ text, receivedAt }: ReceivedMessage): BridgeFrame | CloseReason {
    const read = readBridgeFrame(text);
    if (!read.ok) return 'malformed';
    const frame = read.value;
    const isSnapshot = frame.type === 'snapshot';
    if (frame.n !== this.#n + 1 || (this.#n === 0 && !isSnapshot)) return 'out-of-order';
    if (isSnapshot && this.#snapshots-- === 0) return 'out-of-order';
    this.#n = frame.n;
    this.#receivedAt = receivedAt;
    return frame;
  }

  /** Number of the last frame (0 before the first), and when it was received, by `elapsed`. */
  last(): { readonly n: number; readonly receivedAt: number } {
    return { n: this.#n, receivedAt: this.#receivedAt };
  }
}

import type { Quirks } from '@plenum/protocol/quirks';

/** A simulated house at an instant, with its history and settings, and the quirks of its bridge. */
export interface HouseSnapshot {
  /** Time of the house, in ms UTC. */
  readonly at: number;
  /** A copy of its store (`openMemoryStore`). */
  readonly store: Uint8Array;
  readonly quirks: Quirks;
}

import type { Settings } from '../store/settings.ts';

/** The readings at a time in ms UTC: 32-bit integers in the order of a layout. */
export interface SampleRow {
  readonly at: number;
  readonly layout: number;
  readonly samples: Uint8Array;
}

/** The readings from a time on, for `every` ms: mean, minimum, maximum and time of each series of a layout. */
export interface BlockRow {
  readonly at: number;
  readonly every: number;
  readonly layout: number;
  readonly body: Uint8Array;
}

/** The energy counters at a time: joules and seconds of each counter of a layout. */
export interface CounterRow {
  readonly at: number;
  readonly layout: number;
  readonly totals: Uint8Array;
}

/** The rows of a record, in order of time. Ranges include their start and exclude their end. */
export interface HistoryRows {
  readonly settings: Settings;
  samples(from: number, to: number): readonly SampleRow[];
  /** Returns the time of the newest sample; undefined if there is none. */
  newest(): number | undefined;
  /** Returns the time at which the oldest block or sample begins; undefined if there is none. */
  oldest(): number | undefined;
  /** Returns the blocks that begin in a range. */
  blocks(from: number, to: number): readonly BlockRow[];
  /** Returns the last counters at or before a time. */
  countersBefore(at: number): CounterRow | undefined;
  /** Returns the first counters after a time. */
  countersAfter(at: number): CounterRow | undefined;
  addSample(row: SampleRow): void;
  addBlock(row: BlockRow): void;
  addCounters(row: CounterRow): void;
  deleteSamples(from: number, to: number): void;
  deleteBlocks(from: number, to: number): void;
}

import type { Settings } from '../store/settings.ts';

/** What was read at an instant, ms UTC: 32-bit integers in the order of a layout. */
export interface SampleRow {
  readonly at: number;
  readonly layout: number;
  readonly samples: Uint8Array;
}

/** What was read from an instant on, for `every` ms: mean, least, most and time of each series of a layout. */
export interface BlockRow {
  readonly at: number;
  readonly every: number;
  readonly layout: number;
  readonly body: Uint8Array;
}

/** The energy counters at an instant: joules and seconds of each counter of a layout. */
export interface CounterRow {
  readonly at: number;
  readonly layout: number;
  readonly totals: Uint8Array;
}

/** Where a record is kept, in order of time. Ranges are from an instant (inclusive) to another (exclusive). */
export interface HistoryRows {
  readonly settings: Settings;
  samples(from: number, to: number): readonly SampleRow[];
  /** The instant of the newest sample; undefined where there is none. */
  newest(): number | undefined;
  /** The instant at which the oldest block or sample begins; undefined where there is none. */
  oldest(): number | undefined;
  /** The blocks that begin in a range. */
  blocks(from: number, to: number): readonly BlockRow[];
  /** The last counters at or before an instant. */
  countersBefore(at: number): CounterRow | undefined;
  /** The first counters after an instant. */
  countersAfter(at: number): CounterRow | undefined;
  addSample(row: SampleRow): void;
  addBlock(row: BlockRow): void;
  addCounters(row: CounterRow): void;
  deleteSamples(from: number, to: number): void;
  deleteBlocks(from: number, to: number): void;
  deleteCounters(from: number, to: number): void;
}

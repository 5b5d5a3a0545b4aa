import { addHeld, type Counters, createCounters, type Totals, wattsOf } from './counters.ts';
import { packSamples, packTotals } from './encode.ts';
import { createLayouts, type Layouts } from './layouts.ts';
import { createMemoryRows } from './memory-rows.ts';
import { floorTo, holdsUntil, type Retention, readThinned, thin } from './retention.ts';
import type { HistoryRows, SampleRow } from './rows.ts';
import { isCounter, type SeriesReading } from './series.ts';
import { type HistoryRequest, type HistoryView, readLast, readView, type SeriesValues } from './view.ts';

/**
 * A record of readings: samples, the blocks to which they were thinned, and the energy counters calculated from them.
 */
export interface SampleRecord {
  /** Returns the time of the last sample; earlier ones are not accepted. */
  last(): number;
  /** Adds the readings at a time in ms UTC; they hold until the next sample. */
  add(at: number, readings: readonly SeriesReading[]): void;
  /** True if enough samples are waiting that they should be written soon. */
  isFull(): boolean;
  /** Writes the waiting samples; call within a transaction. */
  write(): void;
  /** Drops the waiting samples after the transaction is committed. */
  forgetWritten(): void;
  /** Returns the time at which the record begins; undefined if it is empty. */
  oldest(): number | undefined;
  /** Returns the names of all series. */
  names(): string[];
  /** Returns for each series and step the last value recorded in it, or null if there is none. */
  read(request: HistoryRequest): SeriesValues;
  /** Returns the mean, minimum and maximum of each series in each step; for a counter, the energy in Wh. */
  view(request: HistoryRequest): HistoryView;
  /** Returns the energy counters at a time. */
  countersAt(at: number): Totals;
  /** Returns the time at which the record of energy begins; undefined if there is none. */
  firstAt(): number | undefined;
  /** Returns the shortest step, in ms, that is recorded for a range that begins at a time. */
  resolutionFrom(at: number): number;
}

/** Number of samples after which `isFull` is true. */
const writeAfter = 1_000;
/** Maximum number of samples that wait while the store cannot be written; later ones are lost. */
const maxWaiting = 20_000;
const retentionEvery = 6 * 3_600_000;
const minute = 60_000;

/** Joins written rows with the rows waiting to be written, which are always later. */
const joinRows = (written: HistoryRows, waiting: HistoryRows): HistoryRows => ({
  ...written,
  samples: (from, to) => {
    const [before, after] = [written.samples(from, to), waiting.samples(from, to)];
    return after.length === 0 ? before : before.length === 0 ? after : [...before, ...after];
  },
  newest: () => waiting.newest() ?? written.newest(),
  oldest: () => written.oldest() ?? waiting.oldest(),
  countersBefore: (at) => waiting.countersBefore(at) ?? written.countersBefore(at),
  countersAfter: (at) => written.countersAfter(at) ?? waiting.countersAfter(at),
});

interface MeterDeps {
  readonly rows: HistoryRows;
  readonly layouts: Layouts;
  /** Interval between the written counters, in ms. */
  readonly every: number;
  readonly maxHold: number;
}

/** Creates the counters that samples drive, written at each quarter of an hour. */
const createMeter = (
  { rows, layouts, every, maxHold }: MeterDeps,
  start?: { readonly sample: SampleRow; readonly totals: Totals; readonly written: number | undefined },
) => {
  const totals: Totals = start?.totals ?? new Map();
  let sample = start?.sample;
  let at = sample?.at ?? 0;
  let written = start?.written ?? Number.NEGATIVE_INFINITY;

  const write = (boundary: number) => {
    if (boundary <= written) return;
    written = boundary;
    const layout = layouts.numberOf([...totals.keys()]);
    rows.addCounters({ at: boundary, layout, totals: packTotals(totals.values()) });
  };

  /** Counts the whole period for which the previous sample holds; a gap may follow. */
  const countHeld = (held: SampleRow, next: SampleRow) => {
    const watts = wattsOf(held, layouts);
    const end = holdsUntil(held.at, next.at, maxHold);
    const until = (to: number) => {
      addHeld(totals, watts, Math.min(to, end) - at);
      at = to;
    };
    for (const boundary of [floorTo(at, every) + every, Math.ceil(end / every) * every]) {
      if (boundary > next.at || boundary <= at) continue;
      until(boundary);
      if (totals.size > 0) write(boundary);
    }
    until(next.at);
  };

  return {
    /** Counts up to a later sample; the previous sample holds until then, or for `maxHold` at most. */
    count: (next: SampleRow) => {
      if (sample !== undefined) countHeld(sample, next);
      // The quarter in which a record begins or continues: nothing has been counted in it yet.
      const boundary = floorTo(next.at, every);
      if (totals.size === 0) {
        if (wattsOf(next, layouts).length > 0) write(boundary);
      } else if (sample === undefined || boundary >= holdsUntil(sample.at, next.at, maxHold)) write(boundary);
      sample = next;
      at = next.at;
    },
  };
};

/** Returns the counters at the end of a stored record. */
const meterStart = (rows: HistoryRows, counters: Counters) => {
  const newest = rows.newest();
  if (newest === undefined) return undefined;
  const sample = rows.samples(newest, newest + 1)[0]!;
  return { sample, totals: counters.at(newest), written: rows.countersBefore(newest)?.at };
};

/** Opens a record; in an empty one the first sample is accepted after `from`. */
export function openSampleRecord(written: HistoryRows, from: number, kept: Retention): SampleRecord {
  const { maxHold, tiers } = kept;
  const layouts = createLayouts(written.settings);
  const waiting = createMemoryRows(written.settings);
  const rows = joinRows(written, waiting);
  let stored = readThinned(written);
  const thinned = () => stored;
  const counters = createCounters({ rows, layouts, maxHold, thinned });
  const meter = createMeter(
    { rows: waiting, layouts, every: tiers[0].every, maxHold },
    meterStart(written, counters),
  );
  let last = Math.max(written.newest() ?? from, from);
  let count = 0;
  let retainedAt = 0;
  const deps = { rows, layouts, counters, maxHold, thinned };
  return {
    last: () => last,
    add: (at, readings) => {
      last = at;
      if (count >= maxWaiting) return;
      count += 1;
      const layout = layouts.numberOf(readings.map(({ name }) => name));
      const sample = { at, layout, samples: packSamples(readings.map(({ value }) => value)) };
      meter.count(sample);
      waiting.addSample(sample);
    },
    isFull: () => count >= writeAfter && count < maxWaiting,
    write: () => {
      for (const row of waiting.samples(0, Number.POSITIVE_INFINITY)) written.addSample(row);
      for (let at = -1; ; ) {
        const row = waiting.countersAfter(at);
        if (row === undefined) break;
        written.addCounters(row);
        at = row.at;
      }
      if (last - retainedAt >= retentionEvery) {
        thin({ rows: written, layouts }, last, kept);
        retainedAt = last;
      }
      if (count > 0) layouts.write();
    },
    forgetWritten: () => {
      waiting.deleteAll();
      count = 0;
      stored = readThinned(written);
    },
    oldest: rows.oldest,
    names: () => {
      const names = layouts.names();
      return [...names.filter((name) => !isCounter(name)), ...names.filter(isCounter)];
    },
    read: (request) => readLast(deps, request),
    view: (request) => readView(deps, request),
    countersAt: counters.at,
    firstAt: () => rows.countersAfter(-1)?.at,
    resolutionFrom: (at) => {
      const { blocksTo, thinnedTo } = stored;
      return at < thinnedTo ? tiers[1].every : at < blocksTo ? tiers[0].every : minute;
    },
  };
}

import type { Counters, Totals } from './counters.ts';
import { nothingCounted, sampleAt, summaryAt } from './encode.ts';
import type { Layouts } from './layouts.ts';
import { floorTo, holdsUntil, type Thinned } from './retention.ts';
import type { HistoryRows } from './rows.ts';
import { isCounter, isState } from './series.ts';

/** A request for some series, from a start (inclusive) to an end (exclusive), in steps of `step` ms. */
export interface HistoryRequest {
  readonly series: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** For each series one value in each step, or null if it is unknown; values are on the scale of the wire. */
export type SeriesValues = Record<string, (number | null)[]>;

/**
 * The values of some series in each step: the mean (of a state the last value, of a counter its Wh), the minimum and
 * the maximum.
 */
export interface HistoryView {
  readonly series: SeriesValues;
  readonly min: SeriesValues;
  readonly max: SeriesValues;
}

interface ViewDeps {
  readonly rows: HistoryRows;
  readonly layouts: Layouts;
  readonly counters: Counters;
  readonly maxHold: number;
  readonly thinned: () => Thinned;
}

/** Creates the sums of one series for each step. */
const createSums = (count: number) => ({
  sum: new Float64Array(count),
  weight: new Float64Array(count),
  min: new Array<number | null>(count).fill(null),
  max: new Array<number | null>(count).fill(null),
});
type Sums = ReturnType<typeof createSums>;

interface Part {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Seconds for which the value is known. */
  readonly weight: number;
}

const addPart = (sums: Sums, place: number, { value, min, max, weight }: Part, isLast: boolean): void => {
  if (isLast) {
    sums.sum[place] = value;
    sums.weight[place] = 1;
  } else {
    sums.sum[place]! += value * weight;
    sums.weight[place]! += weight;
  }
  const [least, most] = [sums.min[place] ?? null, sums.max[place] ?? null];
  sums.min[place] = least === null ? min : Math.min(least, min);
  sums.max[place] = most === null ? max : Math.max(most, max);
};

const meansOf = ({ sum, weight }: Sums): (number | null)[] =>
  Array.from(sum, (value, place) => (weight[place] === 0 ? null : Math.round(value / weight[place]!)));

const longestBlock = 24 * 3_600_000;

/** Calls `add` with each sample or block of a range: its time range, and its values by position. */
const walk = (
  { rows, maxHold, thinned }: ViewDeps,
  { from, to }: { from: number; to: number },
  add: (piece: {
    from: number;
    to: number;
    layout: number;
    read: (index: number, seconds: number) => Part | undefined;
  }) => void,
): void => {
  const { blocksTo } = thinned();
  for (const { at, every, layout, body } of rows.blocks(from - longestBlock, Math.min(to, blocksTo))) {
    const read = (index: number, seconds: number) => {
      const summary = summaryAt(body, index);
      if (summary === undefined) return undefined;
      return { ...summary, weight: (summary.seconds * seconds * 1_000) / every };
    };
    add({ from: at, to: at + every, layout, read });
  }
  const samples = rows.samples(Math.max(from, blocksTo) - maxHold, to + maxHold);
  for (const [place, { at, layout, samples: bytes }] of samples.entries()) {
    const read = (index: number, seconds: number) => {
      const value = sampleAt(bytes, index);
      return value === null ? undefined : { value, min: value, max: value, weight: seconds };
    };
    const until = holdsUntil(at, samples[place + 1]?.at, maxHold);
    add({ from: Math.max(at, blocksTo), to: until, layout, read });
  }
};

/** Returns the energy of a counter between two times in Wh, or null if it is unknown. */
export function energyBetween(before: Totals, after: Totals, counter: string): number | null {
  const first = before.get(counter) ?? nothingCounted;
  const last = after.get(counter) ?? nothingCounted;
  return last.seconds > first.seconds ? (last.joules - first.joules) / 3_600 : null;
}

/** Returns the Wh in each step, calculated in thousandths, so that sums of many steps stay exact. */
const viewCounters = (
  { counters }: ViewDeps,
  names: readonly string[],
  { from, to, step }: HistoryRequest,
): SeriesValues => {
  if (names.length === 0) return {};
  const first = floorTo(from, step);
  const edges = Array.from({ length: Math.ceil((to - first) / step) + 1 }, (_, place) =>
    Math.min(to, Math.max(from, first + place * step)),
  );
  const totals = edges.map((edge) => counters.at(edge));
  return Object.fromEntries(
    names.map((name) => [
      name,
      totals.slice(1).map((after, place) => {
        const energy = energyBetween(totals[place]!, after, name);
        return energy === null ? null : Math.round(energy * 1_000) / 1_000;
      }),
    ]),
  );
};

/** Reads a record in equal steps, the first of which contains `from`; data outside the range is ignored. */
export function readView(deps: ViewDeps, request: HistoryRequest): HistoryView {
  const { series, from, to, step } = request;
  const { layouts } = deps;
  const first = Math.floor(from / step);
  const count = Math.ceil(to / step) - first;
  const measured = series.filter((name) => !isCounter(name));
  const sums = measured.map(() => createSums(count));
  const last = measured.map(isState);
  walk(deps, { from, to }, ({ layout, read, ...piece }) => {
    const end = Math.min(to, piece.to);
    const positions = measured.map((name) => layouts.indexOf(layout, name));
    for (let start = Math.max(from, piece.from); start < end; ) {
      const place = Math.floor(start / step);
      const until = Math.min(end, (place + 1) * step);
      for (let at = 0; at < measured.length; at++) {
        const part = positions[at] === -1 ? undefined : read(positions[at]!, (until - start) / 1_000);
        if (part !== undefined) addPart(sums[at]!, place - first, part, last[at]!);
      }
      start = until;
    }
  });
  const toSeries = (valuesOf: (sums: Sums) => (number | null)[]): SeriesValues =>
    Object.fromEntries(measured.map((name, place) => [name, valuesOf(sums[place]!)]));
  return {
    series: { ...toSeries(meansOf), ...viewCounters(deps, series.filter(isCounter), request) },
    min: toSeries(({ min }) => min),
    max: toSeries(({ max }) => max),
  };
}

/**
 * Returns for each series and step the last value recorded in it, without a value for a step that contains no sample.
 */
export function readLast(
  { rows, layouts, thinned }: ViewDeps,
  { series, from, to, step }: HistoryRequest,
): SeriesValues {
  const first = Math.floor(from / step);
  const count = Math.ceil(to / step) - first;
  const values = series.map(() => new Array<number | null>(count).fill(null));
  const set = (at: number, layout: number, valueAt: (index: number) => number | null) => {
    for (const [place, name] of series.entries()) {
      const index = layouts.indexOf(layout, name);
      if (index !== -1) values[place]![Math.floor(at / step) - first] = valueAt(index);
    }
  };
  const { blocksTo } = thinned();
  for (const { at, layout, body } of rows.blocks(from, Math.min(to, blocksTo)))
    set(at, layout, (index) => summaryAt(body, index)?.value ?? null);
  for (const { at, layout, samples } of rows.samples(Math.max(from, blocksTo), to))
    set(at, layout, (index) => sampleAt(samples, index));
  return Object.fromEntries(series.map((name, place) => [name, values[place]!]));
}

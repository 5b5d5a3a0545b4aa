import { nothingCounted, readTotals, sampleAt, type Total } from './encode.ts';
import type { Layouts } from './layouts.ts';
import { holdsUntil, type Thinned } from './retention.ts';
import type { CounterRow, HistoryRows, SampleRow } from './rows.ts';

/** The counters by name: `power.0.1.Wh`. */
export type Totals = Map<string, Total>;

/** Adds readings in watts, each held for a number of ms, to the counters. */
export function addHeld(
  totals: Totals,
  readings: Iterable<readonly [counter: string, watts: number]>,
  ms: number,
): void {
  if (ms <= 0) return;
  for (const [counter, watts] of readings) {
    const { joules, seconds } = totals.get(counter) ?? nothingCounted;
    totals.set(counter, { joules: joules + (watts * ms) / 1_000, seconds: seconds + ms / 1_000 });
  }
}

/** Returns the measured watts of a row, by counter. */
export function wattsOf({ layout, samples }: SampleRow, layouts: Layouts): [string, number][] {
  const watts: [string, number][] = [];
  for (const { index, counter } of layouts.metersOf(layout)) {
    const value = sampleAt(samples, index);
    if (value !== null) watts.push([counter, value]);
  }
  return watts;
}

/** Reads the counters at any time. */
export interface Counters {
  /**
   * Returns the counters at a time, by name. They are exact to the millisecond as long as the samples are stored. After
   * thinning they are exact at each quarter of an hour, and between two quarters as if the power had been constant.
   */
  at(at: number): Totals;
}

interface CountersDeps {
  readonly rows: HistoryRows;
  readonly layouts: Layouts;
  readonly maxHold: number;
  /** Returns the limits up to which the rows are thinned. */
  readonly thinned: () => Thinned;
}

export function createCounters({ rows, layouts, maxHold, thinned }: CountersDeps): Counters {
  const totalsOf = ({ layout, totals }: CounterRow): Totals => {
    const all = readTotals(totals);
    return new Map(layouts.namesOf(layout).map((name, index) => [name, all[index]!]));
  };

  const between = (before: CounterRow, after: CounterRow, at: number): Totals => {
    const totals = totalsOf(before);
    const share = (at - before.at) / (after.at - before.at);
    for (const [name, { joules, seconds }] of totalsOf(after)) {
      const first = totals.get(name) ?? nothingCounted;
      totals.set(name, {
        joules: first.joules + (joules - first.joules) * share,
        seconds: first.seconds + (seconds - first.seconds) * share,
      });
    }
    return totals;
  };

  /** Returns the counters of a row plus the energy of samples until a later time. */
  const addSamples = (before: CounterRow, until: number): Totals => {
    const totals = totalsOf(before);
    const samples = rows.samples(before.at - maxHold, until + maxHold + 1);
    for (const [place, row] of samples.entries()) {
      const end = holdsUntil(row.at, samples[place + 1]?.at, maxHold);
      const held = Math.min(end, until) - Math.max(row.at, before.at);
      if (held > 0) addHeld(totals, wattsOf(row, layouts), held);
    }
    return totals;
  };

  return {
    at: (at) => {
      const before = rows.countersBefore(at);
      if (before === undefined) {
        const first = rows.countersAfter(at);
        return first === undefined ? new Map() : totalsOf(first);
      }
      if (before.at === at) return totalsOf(before);
      const after = at < thinned().blocksTo ? rows.countersAfter(at) : undefined;
      return after === undefined ? addSamples(before, at) : between(before, after, at);
    },
  };
}

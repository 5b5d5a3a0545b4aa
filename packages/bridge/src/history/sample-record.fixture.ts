import assert from 'node:assert/strict';
import fc from '@plenum/testbed/fast-check';
import type { Settings } from '../store/settings.ts';
import { createMemoryRows } from './memory-rows.ts';
import type { Retention } from './retention.ts';
import type { HistoryRows } from './rows.ts';
import { openSampleRecord, type SampleRecord } from './sample-record.ts';
import { energyBetween } from './view.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const base = 20_000 * 24 * hour;

const memorySettings = (): Settings => {
  const values = new Map<string, string>();
  return {
    read: (name) => (values.has(name) ? JSON.parse(values.get(name)!) : undefined),
    write: (name, value) => void values.set(name, JSON.stringify(value)),
  };
};

/** Ages so short that a few hundred samples pass through every tier. */
export const quick: Retention = {
  maxHold: 5 * minute,
  tiers: [
    { beyond: 45 * minute, every: 15 * minute },
    { beyond: 4 * hour, every: 120 * minute },
  ],
};

/** One sample: minutes since the previous one, watts of two channels (null: not known), and the operation after it. */
interface Step {
  readonly after: number;
  readonly watts: readonly [number | null, number | null];
  readonly afterwards: 'nothing' | 'write' | 'fail' | 'restart';
}

const watts = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -200, max: 9_000 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const steps = fc.array(
  fc.record({
    after: fc.oneof(
      { weight: 30, arbitrary: fc.constant(1) },
      { weight: 3, arbitrary: fc.integer({ min: 2, max: 5 }) },
      { weight: 1, arbitrary: fc.integer({ min: 6, max: 200 }) },
    ),
    watts: fc.tuple(watts, watts),
    afterwards: fc.oneof(
      { weight: 12, arbitrary: fc.constant('nothing' as const) },
      { weight: 2, arbitrary: fc.constant('write' as const) },
      { weight: 1, arbitrary: fc.constant('fail' as const) },
      { weight: 1, arbitrary: fc.constant('restart' as const) },
    ),
  }),
  { minLength: 2, maxLength: 40 },
);

const series = ['power.0.0.W', 'power.0.1.W'] as const;
const counters = ['power.0.0.Wh', 'power.0.1.Wh'] as const;

/** Returns the expected values: the known watts of a channel in each minute. */
const toMinutes = (recorded: readonly { at: number; watts: Step['watts'] }[]) =>
  recorded.flatMap(({ at, watts: read }, place) => {
    const next = recorded[place + 1]?.at;
    const minutes = next !== undefined && next - at <= 5 * minute ? (next - at) / minute : 1;
    return Array.from({ length: minutes }, (_, more) => ({ at: at + more * minute, watts: read }));
  });

export interface Opened {
  readonly rows: HistoryRows;
  /** Runs a write in a transaction, which is committed only if `isStored`. */
  readonly transact: (write: () => void, isStored: boolean) => void;
}

/** Records the steps, with restarts and failed writes in between; returns the record and its expected content. */
const record = ({ rows, transact }: Opened, given: readonly Step[]) => {
  let history!: SampleRecord;
  const open = () => transact(() => (history = openSampleRecord(rows, base, quick)), true);
  open();
  const store = () => {
    transact(history.write, true);
    history.forgetWritten();
  };
  let at = base;
  const recorded = given.map(({ after, watts: read, afterwards }) => {
    at += after * minute;
    history.add(at, [
      { name: series[0], value: read[0] ?? undefined },
      { name: 'zone.0.Mode', value: 3 },
      { name: series[1], value: read[1] ?? undefined },
    ]);
    if (afterwards === 'write' || afterwards === 'restart') store();
    if (afterwards === 'fail') transact(history.write, false);
    if (afterwards === 'restart') open();
    return { at, watts: read };
  });
  return { history, store, recorded, end: at + minute };
};

const sumOf = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, one) => sum + (one ?? 0), 0);

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Compares the views of a range with the expected values, for both channels. */
const expectEqualViews = (
  history: SampleRecord,
  minutes: ReturnType<typeof toMinutes>,
  { from, to, step }: Range & { step: number },
) => {
  const inside = minutes.filter(({ at }) => at >= from && at < to);
  const byMinute = history.view({ series: [...series, ...counters], from, to, step: minute });
  const byStep = history.view({ series: counters, from, to, step });
  const [before, after] = [history.countersAt(from), history.countersAt(to)];
  const isRaw = history.resolutionFrom(from) === minute;
  const first = Math.floor(from / minute);
  for (const channel of [0, 1] as const) {
    const [watts, energy] = [byMinute.series[series[channel]]!, byMinute.series[counters[channel]]!];
    let [truth, flowed] = [0, 0];
    for (const { at, watts: read } of inside) {
      const known = read[channel];
      if (known === null) continue;
      truth += known / 60;
      // A channel may feed back as much as it uses, so the test counts the flow in either direction.
      flowed += Math.abs(known) / 60;
      const place = at / minute - first;
      assert.notEqual(watts[place], null, `a gap at ${at} where ${known} W was read`);
      assert.notEqual(energy[place], null, `no energy at ${at} where ${known} W was read`);
    }
    const expectTruth = (actual: number, what: string) =>
      assert.ok(Math.abs(actual - truth) <= 0.001 * flowed + 0.02, `${what}: ${actual} instead of ${truth}`);
    expectTruth(energyBetween(before, after, counters[channel]) ?? 0, 'the counter');
    expectTruth(sumOf(energy), 'by minute');
    expectTruth(sumOf(byStep.series[counters[channel]]!), `in steps of ${step / minute} minutes`);
    if (isRaw) expectTruth(sumOf(watts) / 60, 'the samples');
  }
};

export function inMemory(): Opened {
  const rows = createMemoryRows(memorySettings());
  return {
    rows,
    // A failed write leaves rows that a later write replaces with the same rows; a rollback is tested on the real
    // store.
    transact: (write, isStored) => {
      if (isStored) write();
    },
  };
}

export const cases = fc.record({
  given: steps,
  /** Minutes after the end of the record at which all rows are thinned; less than 6 means never. */
  ages: fc.integer({ min: 0, max: 400 }),
  edges: fc.tuple(fc.nat(), fc.nat()),
  step: fc.constantFrom(...[5, 15, 28, 60, 120, 1_440].map((minutes) => minutes * minute)),
});

export function expectSameEnergy(
  opened: Opened,
  { given, ages, edges, step }: typeof cases extends fc.Arbitrary<infer Case> ? Case : never,
) {
  const { history, store, recorded, end } = record(opened, given);
  const minutes = toMinutes(recorded);
  const quarters = Math.ceil((end - base) / (15 * minute));
  const quarter = (number: number) => base + number * 15 * minute;
  const [first, last] = edges.map((edge) => edge % (quarters + 1)).sort((a, b) => a - b) as [number, number];
  // A thinned range is exact at full quarters of an hour; a range that still has samples is exact to the minute.
  const whole = { from: base, to: quarter(quarters) };
  const part = { from: quarter(first), to: Math.max(quarter(last), quarter(first) + minute) };
  const recent = { from: end - ((edges[0] % 40) + 11) * minute, to: end - (edges[1] % 10) * minute };
  const isExact = (range: Range) => range !== recent || history.resolutionFrom(range.from) === minute;
  const expectTruth = (of: SampleRecord, ranges: readonly Range[]) => {
    for (const range of ranges.filter(isExact)) expectEqualViews(of, minutes, { ...range, step });
  };
  if (last === first) part.to = quarter(first + 1);
  expectTruth(history, [whole, part, recent]);
  store();
  expectTruth(history, [whole, recent]);
  if (ages < 6) return;
  history.add(end - minute + ages * minute, [{ name: series[0], value: 0 }]);
  store();
  // Thinning happens after six hours, or at a start.
  const aged = openSampleRecord(opened.rows, base, quick);
  opened.transact(aged.write, true);
  aged.forgetWritten();
  expectTruth(aged, [whole, part]);
}

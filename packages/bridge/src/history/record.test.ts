import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import fc from 'fast-check';
import { openStore } from '../store/open-store.ts';
import type { Settings } from '../store/settings.ts';
import { packSamples } from './encode.ts';
import { createMemoryRows } from './memory-rows.ts';
import { type History, openRecord } from './record.ts';
import type { Retention } from './retention.ts';
import type { HistoryRows } from './rows.ts';
import { createSqliteRows } from './sqlite-rows.ts';
import { energyBetween } from './view.ts';

const minute = 60_000;
const hour = 60 * minute;
const base = 4 * 3_600_000;

const memorySettings = (): Settings => {
  const values = new Map<string, string>();
  return {
    read: (name) => (values.has(name) ? JSON.parse(values.get(name)!) : undefined),
    write: (name, value) => void values.set(name, JSON.stringify(value)),
  };
};

/** Ages so short that a few hundred samples pass through every tier. */
const quick: Retention = {
  maxHold: 5 * minute,
  tiers: [
    { beyond: 45 * minute, every: 15 * minute },
    { beyond: 4 * hour, every: 120 * minute },
  ],
  maxAge: 1_000 * hour,
};

/** One sample: minutes since the one before, watts of two channels (null: not known), and what happens after it. */
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

/** The truth: each minute of a channel, with the watts that are known of it. */
const toMinutes = (recorded: readonly { at: number; watts: Step['watts'] }[]) =>
  recorded.flatMap(({ at, watts: read }, place) => {
    const next = recorded[place + 1]?.at;
    const minutes = next !== undefined && next - at <= 5 * minute ? (next - at) / minute : 1;
    return Array.from({ length: minutes }, (_, more) => ({ at: at + more * minute, watts: read }));
  });

interface Opened {
  readonly rows: HistoryRows;
  /** Runs a write as a transaction that is stored, or not. */
  readonly transact: (write: () => void, isStored: boolean) => void;
}

/** Records the steps with restarts and failed writes on the way; returns the record and what it has to contain. */
const record = ({ rows, transact }: Opened, given: readonly Step[]) => {
  let history!: History;
  const open = () => transact(() => (history = openRecord(rows, base, quick)), true);
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

/** Compares the views of a range with the truth, for both channels. */
const expectEqualViews = (
  history: History,
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
      // A channel may give as much as it takes: what counts is how much flowed either way.
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

const inMemory = (): Opened => {
  const rows = createMemoryRows(memorySettings());
  return {
    rows,
    // A failed write leaves rows that a later write replaces by the same; a rollback is tested on the real store.
    transact: (write, isStored) => {
      if (isStored) write();
    },
  };
};

const inStore = (db: DatabaseSync): Opened => ({
  rows: createSqliteRows(db),
  transact: (write, isStored) => {
    db.exec('BEGIN');
    write();
    db.exec(isStored ? 'COMMIT' : 'ROLLBACK');
  },
});

const cases = fc.record({
  given: steps,
  /** Minutes after the end of the record at which everything is thinned; less than 6 for never. */
  ages: fc.integer({ min: 0, max: 400 }),
  edges: fc.tuple(fc.nat(), fc.nat()),
  step: fc.constantFrom(...[5, 15, 28, 60, 120, 1_440].map((minutes) => minutes * minute)),
});

const expectSameEnergy = (
  opened: Opened,
  { given, ages, edges, step }: typeof cases extends fc.Arbitrary<infer Case> ? Case : never,
) => {
  const { history, store, recorded, end } = record(opened, given);
  const minutes = toMinutes(recorded);
  const quarters = Math.ceil((end - base) / (15 * minute));
  const quarter = (number: number) => base + number * 15 * minute;
  const [first, last] = edges.map((edge) => edge % (quarters + 1)).sort((a, b) => a - b) as [number, number];
  // Thinned, a range is exact at full quarters of an hour; where samples are recorded, to the minute.
  const whole = { from: base, to: quarter(quarters) };
  const part = { from: quarter(first), to: Math.max(quarter(last), quarter(first) + minute) };
  const recent = { from: end - ((edges[0] % 40) + 11) * minute, to: end - (edges[1] % 10) * minute };
  const isExact = (range: Range) => range !== recent || history.resolutionFrom(range.from) === minute;
  const expectTruth = (of: History, ranges: readonly Range[]) => {
    for (const range of ranges.filter(isExact)) expectEqualViews(of, minutes, { ...range, step });
  };
  if (last === first) part.to = quarter(first + 1);
  expectTruth(history, [whole, part, recent]);
  store();
  expectTruth(history, [whole, recent]);
  if (ages < 6) return;
  history.add(end - minute + ages * minute, [{ name: series[0], value: 0 }]);
  store();
  // Thinning waits for six hours, or a start.
  const aged = openRecord(opened.rows, base, quick);
  opened.transact(aged.write, true);
  aged.forgetWritten();
  expectTruth(aged, [whole, part]);
};

describe('the energy of a record', () => {
  it('is the same in every view, whatever the loads, ages, ranges, gaps and restarts: 10,000 cases', () => {
    fc.assert(
      fc.property(cases, (one) => expectSameEnergy(inMemory(), one)),
      { numRuns: 10_000 },
    );
  });

  it('is the same from the store of a bridge, with writes that fail', () => {
    fc.assert(
      fc.property(cases, (one) => {
        using folder = createDataFolder();
        const db = openStore(folder.path);
        db.exec('PRAGMA synchronous=OFF');
        expectSameEnergy(inStore(db), one);
        db.close();
      }),
      { numRuns: 30 },
    );
  });
});

describe('a record of an earlier release, which has samples alone', () => {
  const [, second] = quick.tiers;
  const now = base + 20 * hour;
  /** Samples as that release kept them: one a minute, then one in 15 minutes, then one in two hours. */
  const recordEarlier = (rows: HistoryRows) => {
    rows.settings.write('layouts', [['zone.0.Temp', 'power.0.0.Pwr']]);
    const spacing = (age: number) => (age > second.beyond ? 120 : age > quick.tiers[0].beyond ? 15 : 1);
    const kept: { at: number; watts: number; minutes: number }[] = [];
    for (let at = base; at <= now; ) {
      const minutes = spacing(now - at);
      const watts = 100 + ((at / minute) % 7) * 300;
      rows.addSample({ at, layout: 0, samples: packSamples([2_100, watts]) });
      kept.push({ at, watts, minutes });
      at += minutes * minute;
    }
    return kept;
  };

  it('has the energy of its samples, counted once and marked as derived', () => {
    const { rows } = inMemory();
    const kept = recordEarlier(rows);
    const truth = kept.reduce(
      (sum, { watts, minutes, at }) => sum + (at < now ? (watts * minutes) / 60 : 0),
      0,
    );
    const history = openRecord(rows, base, quick);
    assert.equal(history.derivedTo(), now);
    for (const step of [minute, 15 * minute, hour, 24 * hour]) {
      const view = history.view({ series: ['power.0.0.Wh', 'power.0.0.W'], from: base, to: now, step });
      const sum = sumOf(view.series['power.0.0.Wh']!);
      assert.ok(Math.abs(sum / truth - 1) < 0.001, `${step}: ${sum} instead of ${truth}`);
      assert.ok(!view.series['power.0.0.W']!.includes(null), `a gap in steps of ${step}`);
    }
    const again = openRecord(rows, base, quick);
    assert.deepEqual(again.countersAt(now), history.countersAt(now));
    again.add(now + minute, [{ name: 'power.0.0.W', value: 0 }]);
    assert.equal(again.derivedTo(), now);
    const last = kept.at(-1)!.watts / 60;
    assert.equal(energyBetween(again.countersAt(now), again.countersAt(now + minute), 'power.0.0.Wh'), last);
  });
});

describe('a view', () => {
  const open = () => {
    const { rows } = inMemory();
    const history = openRecord(rows, base, quick);
    const store = () => {
      history.write();
      history.forgetWritten();
    };
    return { rows, history, store };
  };

  it('has the mean, least and most of what is measured, and of a state the last value', () => {
    const { history } = open();
    for (const [minutes, temperature, mode] of [
      [0, 2_000, 1],
      [1, 2_100, 3],
      [2, 2_300, 2],
    ] as const)
      history.add(base + minutes * minute, [
        { name: 'zone.0.Temp', value: temperature },
        { name: 'zone.0.Mode', value: mode },
      ]);
    const range = { series: ['zone.0.Temp', 'zone.0.Mode'], from: base, to: base + 10 * minute };
    assert.deepEqual(history.view({ ...range, step: 5 * minute }), {
      series: { 'zone.0.Temp': [2_133, null], 'zone.0.Mode': [2, null] },
      min: { 'zone.0.Temp': [2_000, null], 'zone.0.Mode': [1, null] },
      max: { 'zone.0.Temp': [2_300, null], 'zone.0.Mode': [3, null] },
    });
  });

  it('keeps mean, least and most of what is thinned, twice, and what it shows has no gap in shorter steps', () => {
    const { rows, history, store } = open();
    const at = (place: number) => base + place * minute;
    for (let place = 0; place < 120; place++)
      history.add(at(place), [{ name: 'zone.0.Temp', value: 2_000 + (place % 15) * 10 }]);
    store();
    const range = { series: ['zone.0.Temp'], from: base, to: at(30) };
    const expected = { series: [2_070, 2_070], min: [2_000, 2_000], max: [2_140, 2_140] };
    const read = (from: History, step: number) => {
      const { series, min, max } = from.view({ ...range, step });
      return { series: series['zone.0.Temp'], min: min['zone.0.Temp'], max: max['zone.0.Temp'] };
    };
    assert.deepEqual(read(history, 15 * minute), expected, 'of the samples');
    const reopen = (age: number) => {
      const aged = openRecord(rows, base, quick);
      aged.add(at(120) + age, [{ name: 'zone.0.Temp', value: 2_000 }]);
      aged.write();
      aged.forgetWritten();
      return aged;
    };
    const first = reopen(quick.tiers[0].beyond);
    assert.equal(rows.samples(base, at(120)).length, 0, 'no samples are left');
    assert.equal(first.resolutionFrom(base), 15 * minute);
    assert.deepEqual(read(first, 15 * minute), expected);
    assert.deepEqual(read(first, 5 * minute).series, [2_070, 2_070, 2_070, 2_070, 2_070, 2_070]);
    const second = reopen(quick.tiers[1].beyond);
    assert.equal(rows.blocks(base, at(120)).length, 1, 'one block of two hours is left');
    assert.equal(second.resolutionFrom(base), 120 * minute);
    assert.deepEqual(read(second, 15 * minute), expected);
  });

  it('has a gap where nothing was read for more than five minutes, and no energy in it', () => {
    const { history } = open();
    for (const minutes of [0, 5, 11])
      history.add(base + minutes * minute, [{ name: 'power.0.0.W', value: 600 }]);
    const { series: read } = history.view({
      series: ['power.0.0.W', 'power.0.0.Wh'],
      from: base,
      to: base + 12 * minute,
      step: minute,
    });
    const gap = Array(5).fill(null);
    assert.deepEqual(read['power.0.0.W'], [...Array(6).fill(600), ...gap, 600]);
    assert.deepEqual(read['power.0.0.Wh'], [...Array(6).fill(10), ...gap, 10]);
  });
});

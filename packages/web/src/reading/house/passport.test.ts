import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Samples } from '../number/samples.ts';
import {
  daysByMonth,
  energyAt,
  energyPerDegreeDay,
  type PassportDay,
  passportDays,
  toMonth,
} from './passport.ts';

const day = 86_400_000;
const first = Date.UTC(2026, 5, 1);

const days = (count: number, change: (place: number) => Partial<PassportDay> = () => ({})): PassportDay[] =>
  Array.from({ length: count }, (_, place) => ({
    at: first + place * day,
    outdoor: 8,
    indoor: 20,
    way: 'heating',
    energy: 15,
    ...change(place),
  }));

test('reads only the days of which everything is recorded, on the scales of people', () => {
  const row = (...values: (number | null)[]) => values;
  const samples: Samples = {
    step: day,
    times: [0, 1, 2, 3].map((place) => first + place * day),
    values: {
      'weather.Temperature': row(800, 3_000, 800, null),
      'unit.Temp': row(2_000, 2_500, 2_000, 2_000),
      'unit.Heating': row(30, 0, 0, 30),
      'unit.Cooling': row(0, 20, 0, 0),
      'unit.Wh': row(15_000, 9_000, 300, 15_000),
    },
    min: {},
    max: {},
  };
  assert.deepEqual(passportDays(samples), [
    { at: first, outdoor: 8, indoor: 20, way: 'heating', energy: 15 },
    { at: first + day, outdoor: 30, indoor: 25, way: 'cooling', energy: 9 },
    { at: first + 2 * day, outdoor: 8, indoor: 20, way: undefined, energy: 0.3 },
  ]);
});

test('states the kWh of a degree-day from six days on which the unit ran', () => {
  assert.equal(energyPerDegreeDay(days(5), 'heating'), undefined);
  // 15 kWh at 10 K below 18 °C.
  const known = energyPerDegreeDay(days(6), 'heating')!;
  assert.deepEqual([known.value, known.count], [1.5, 6]);
  assert.ok(known.low < 1.5 && known.high > 1.5);
  assert.equal(energyPerDegreeDay(days(9), 'cooling'), undefined);
  assert.equal(
    energyPerDegreeDay(
      days(9, () => ({ outdoor: 16.5 })),
      'heating',
    ),
    undefined,
  );
  const away = energyPerDegreeDay(
    days(20, (place) => (place < 6 ? {} : { way: undefined, energy: 1 })),
    'heating',
  );
  assert.equal(away!.value, 1.5);
});

test('adds up each month of the local calendar, the latest first', () => {
  const months = daysByMonth(days(40), 'UTC').map(toMonth);
  assert.deepEqual(
    months.map((one) => [new Date(one.from).getUTCMonth(), one.days, one.energy, one.heating]),
    [
      [6, 10, 150, 100],
      [5, 30, 450, 300],
    ],
  );
  assert.equal(months[0]!.perDegreeDay, 1.5);
  const mild = toMonth(days(20, () => ({ outdoor: 20, way: undefined, energy: 0.3 })));
  assert.deepEqual([mild.way, mild.perDegreeDay, mild.cooling], [undefined, undefined, 0]);
});

test('estimates a month with warmer rooms by the degree-days of its days', () => {
  const { indoor, energy, wouldBe } = energyAt(days(30), 23)!;
  assert.deepEqual([indoor, energy], [20, 450]);
  assert.ok(Math.abs(wouldBe - 450 * 1.3) < 1e-9, `${wouldBe}`);
  assert.equal(energyAt(days(30), 20)!.wouldBe, 450);
  const summer = days(30, () => ({ outdoor: 28, indoor: 22, way: 'cooling' }));
  assert.ok(
    Math.abs(energyAt(summer, 23)!.wouldBe - 450 * 0.75) < 1e-9,
    'cooling to a higher setpoint is cheaper',
  );
  assert.equal(
    energyAt(
      days(30, () => ({ way: undefined })),
      23,
    ),
    undefined,
  );
  assert.equal(
    energyAt(
      days(30, () => ({ outdoor: 18 })),
      23,
    ),
    undefined,
  );
});

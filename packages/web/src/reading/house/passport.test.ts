import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PassportDay } from '@plenum/insight/energy';
import { daysByMonth, energyAt, toMonth } from './passport.ts';

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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { energyPerDegreeDay, type PassportDay, passportDays } from './degree-days.ts';

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
  const recorded = {
    times: [0, 1, 2, 3].map((place) => first + place * day),
    values: {
      'weather.Temperature': row(800, 3_000, 800, null),
      'unit.Temp': row(2_000, 2_500, 2_000, 2_000),
      'unit.Heating': row(30, 0, 0, 30),
      'unit.Cooling': row(0, 20, 0, 0),
      'unit.Wh': row(15_000, 9_000, 300, 15_000),
    },
  };
  assert.deepEqual(passportDays(recorded), [
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

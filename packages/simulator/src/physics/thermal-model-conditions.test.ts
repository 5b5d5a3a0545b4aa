import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SURFACES } from './surfaces.ts';
import { createThermalModel } from './thermal-model.ts';
import type { Weather } from './types.ts';

const sydney = { latitude: -33.87, longitude: 151.21 };
const clear: Weather = {
  temperature: 25,
  humidityRatio: 0.01,
  relativeHumidity: 50,
  beam: 900,
  diffuse: 0,
  wind: 2,
  rain: 0,
  cloud: 0,
  co2: 420,
};
const house = createThermalModel(
  [
    { name: 'Bed', area: 12, occupants: 2, presence: 'bedroom', equipment: 50, usage: 'always' },
    { name: 'Desk', area: 10, occupants: 1, presence: 'office', equipment: 200, usage: 'office' },
    { name: 'Plain', area: 10 },
  ],
  sydney,
);
const conditions = house.createConditions(clear);
const on = (name: (typeof SURFACES)[number]) => conditions.irradiance[SURFACES.indexOf(name)]!;

test('prepare lights the walls that face the sun at the given time', () => {
  house.prepare(conditions, Date.UTC(2025, 11, 20, 21), { hour: 8, weekend: false });
  assert.ok(on('E') > 500 && on('W') < 100, 'eight in the morning');
  house.prepare(conditions, Date.UTC(2025, 11, 21, 6), { hour: 17, weekend: false });
  assert.ok(on('W') > 500 && on('E') < 100, 'five in the afternoon');
  house.prepare(conditions, Date.UTC(2025, 11, 21, 14), { hour: 1, weekend: false });
  assert.equal(on('roof'), 0, 'an hour past midnight');
});

test('prepare sets people and equipment by the local time', () => {
  const { people, equipment } = conditions.activity;
  house.prepare(conditions, 0, { hour: 3, weekend: false });
  assert.deepEqual([...people.slice(0, 2)], [2, 0.05]);
  assert.deepEqual([...equipment.slice(0, 2)], [50, 10]);
  house.prepare(conditions, 0, { hour: 10, weekend: false });
  assert.deepEqual([...people.slice(0, 2)], [0, 1]);
  house.prepare(conditions, 0, { hour: 10, weekend: true });
  assert.deepEqual([...people.slice(0, 2)], [0.2, 0.15]);
});

test('a room has at most one person and 4 W/m² by default', () => {
  house.prepare(conditions, 0, { hour: 19, weekend: false });
  assert.equal(conditions.activity.people[2], 0.9);
  assert.equal(conditions.activity.equipment[2], 36);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SURFACES } from './sun/sunlight.ts';
import { createThermalModel } from './thermal-model.ts';
import type { Weather } from './types.ts';

const sydney = { latitude: -33.87, longitude: 151.21 };
const clear: Weather = {
  temperature: 25,
  humidityRatio: 0.01,
  relativeHumidity: 50,
  beam: 900,
  diffuse: 0,
  infrared: 350,
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
const on = (name: (typeof SURFACES)[number]) => conditions.sunlight.beam[SURFACES.indexOf(name)]!;
const prepare = (hour: number, weekend = false) =>
  house.prepare(conditions, { middle: 0, seconds: 30, local: { hour, weekend } });

test('lights the walls that face the sun at the given time', () => {
  house.light(conditions, Date.UTC(2025, 11, 20, 21), clear);
  assert.ok(on('E') > 500 && on('W') < 100, 'eight in the morning');
  house.light(conditions, Date.UTC(2025, 11, 21, 6), clear);
  assert.ok(on('W') > 500 && on('E') < 100, 'five in the afternoon');
  house.light(conditions, Date.UTC(2025, 11, 21, 14), clear);
  assert.equal(on('roof'), 0, 'an hour past midnight');
});

test('sets people and equipment by the local time', () => {
  const { people, equipment } = conditions.activity;
  prepare(3);
  assert.deepEqual([...people.slice(0, 2)], [2, 0.05]);
  assert.deepEqual([...equipment.slice(0, 2)], [50, 10]);
  prepare(10);
  assert.deepEqual([...people.slice(0, 2)], [0, 1]);
  prepare(10, true);
  assert.deepEqual([...people.slice(0, 2)], [0.2, 0.15]);
});

test('a room has at most one person and 4 W/m² by default', () => {
  prepare(19);
  assert.equal(conditions.activity.people[2], 0.9);
  assert.equal(conditions.activity.equipment[2], 36);
});

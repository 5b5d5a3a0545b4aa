import assert from 'node:assert/strict';
import { test } from 'node:test';
import { site, weatherOf } from './any-house.fixture.ts';
import { createThermalModel } from './thermal-model.ts';
import type { RoomSpec } from './types.ts';
import { toState } from './weather/climate-state.ts';

test('vapour and CO2 of people are conserved in a sealed house', () => {
  const rooms: RoomSpec[] = [
    { name: 'A', area: 20, leakage: 0, neighbours: [{ room: 'B', area: 10, door: 0.05 }] },
    { name: 'B', area: 5, leakage: 0 },
  ];
  const house = createThermalModel(rooms, site);
  const work = house.toWork(house.createState({ temperature: 24, relativeHumidity: 40, co2: 420 }));
  const conditions = house.createConditions(weatherOf({ temperature: 24 }));
  conditions.activity.people.set([2, 0]);
  const before = toState(work);
  for (let step = 0; step < 60; step++) house.step(work, conditions, 60);
  const gained = (now: Float64Array, then: number[]) =>
    now.reduce((sum, value, room) => sum + (value - then[room]!) * house.volume[room]!, 0);
  assert.ok(Math.abs(gained(work.co2, before.co2) - 2 * 5.2 * 3600) < 1e-6);
  assert.ok(
    Math.abs(gained(work.humidity, before.humidity) * house.air.density * 4 - 2 * 2.2e-5 * 3600) < 1e-9,
  );
  assert.ok(work.co2[1]! > 420 && work.co2[1]! < work.co2[0]!, 'air passes the door with a lag');
});

test('supply air brings a room to its own humidity and CO2, for steps of 5 to 120 s', () => {
  for (const seconds of [5, 60, 120]) {
    const house = createThermalModel([{ name: 'A', area: 20, leakage: 0 }], site);
    const work = house.toWork(house.createState({ temperature: 24, co2: 2000 }));
    const conditions = house.createConditions(weatherOf({ temperature: 24 }));
    conditions.supply.flow.fill(0.2);
    conditions.supply.humidity.fill(0.006);
    conditions.supply.co2.fill(430);
    let last = work.co2[0]!;
    for (let second = 0; second < 36_000; second += seconds) {
      house.step(work, conditions, seconds);
      assert.ok(work.co2[0]! <= last && work.co2[0]! >= 430 - 1e-9);
      last = work.co2[0]!;
    }
    assert.ok(Math.abs(work.co2[0]! - 430) < 0.01 && Math.abs(work.humidity[0]! - 0.006) < 1e-5);
  }
});

test('air never holds more vapour than saturation, nor a negative amount', () => {
  const house = createThermalModel([{ name: 'A', area: 10, leakage: 0 }], site);
  const work = house.toWork(house.createState());
  const conditions = house.createConditions(weatherOf({}));
  conditions.supply.moisture.fill(1);
  house.step(work, conditions, 60);
  assert.ok(work.humidity[0]! < 0.02);
  conditions.supply.moisture.fill(-1);
  house.step(work, conditions, 60);
  assert.equal(work.humidity[0], 2e-5);
});

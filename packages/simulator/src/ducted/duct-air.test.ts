import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ZonePlant } from '../model/state.ts';
import type { Air } from '../physics/index.ts';
import { mixReturnAir } from './duct-air.ts';

const work = {
  air: Float64Array.of(20, 26),
  humidity: Float64Array.of(0.006, 0.01),
  co2: Float64Array.of(400, 1000),
};
const air = (): Air => ({ temperature: 0, humidity: 0, co2: 0 });
const ducts = { rooms: [0, 1], shares: [0.5, 0.5] };
const dampers = (...positions: number[]) => positions.map((position) => ({ position }) as ZonePlant);

test('mixes return air from the rooms, weighted by their flow', () => {
  const into = air();
  mixReturnAir(ducts, dampers(75, 25), work, into);
  assert.ok(Math.abs(into.temperature - 21.5) < 1e-12);
  assert.ok(Math.abs(into.humidity - 0.007) < 1e-12);
  assert.ok(Math.abs(into.co2 - 550) < 1e-9);
});

test('returns the mean of the rooms when all dampers are shut', () => {
  const into = air();
  mixReturnAir(ducts, dampers(0, 0), work, into);
  assert.equal(into.temperature, 23);
});

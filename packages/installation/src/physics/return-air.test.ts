import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toWork } from './climate-state.ts';
import { type Air, blendAir, fillReturnAir } from './return-air.ts';

const work = toWork({ air: [20, 26], mass: [20, 20], humidity: [0.006, 0.01], co2: [400, 1000] });
const air = (): Air => ({ temperature: 0, humidity: 0, co2: 0 });

test('return air is a mix of the rooms, weighted by their flow', () => {
  const into = air();
  fillReturnAir(work, Float64Array.of(0.3, 0.1), into);
  assert.ok(Math.abs(into.temperature - 21.5) < 1e-12);
  assert.ok(Math.abs(into.humidity - 0.007) < 1e-12);
  assert.ok(Math.abs(into.co2 - 550) < 1e-9);
});

test('with all dampers shut it is the mean', () => {
  const into = air();
  fillReturnAir(work, new Float64Array(2), into);
  assert.equal(into.temperature, 23);
});

test('an outside-air damper mixes by its share, both ends included', () => {
  const [inside, outside] = [
    { temperature: 24, humidity: 0.01, co2: 900 },
    { temperature: 14, humidity: 0.006, co2: 400 },
  ];
  const into = air();
  blendAir(inside, outside, 0, into);
  assert.deepEqual(into, inside);
  blendAir(inside, outside, 1, into);
  assert.deepEqual(into, outside);
  blendAir(inside, outside, 0.25, into);
  assert.equal(into.temperature, 21.5);
});

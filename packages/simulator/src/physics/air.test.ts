import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blendAir } from './air.ts';

test('an outside-air damper mixes in outside air by its share, including 0 and 1', () => {
  const [inside, outside] = [
    { temperature: 24, humidity: 0.01, co2: 900 },
    { temperature: 14, humidity: 0.006, co2: 400 },
  ];
  const into = { temperature: 0, humidity: 0, co2: 0 };
  blendAir(inside, outside, 0, into);
  assert.deepEqual(into, inside);
  blendAir(inside, outside, 1, into);
  assert.deepEqual(into, outside);
  blendAir(inside, outside, 0.25, into);
  assert.equal(into.temperature, 21.5);
});

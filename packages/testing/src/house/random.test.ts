import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from './random.ts';

test('gives the same numbers from 0 to below 1 for the same seed, and others for another', () => {
  const take = (seed: number) => {
    const random = createRandom(seed);
    return Array.from({ length: 2_000 }, random);
  };
  const numbers = take(1);
  assert.ok(numbers.every((one) => one >= 0 && one < 1));
  assert.ok(numbers.some((one) => one < 0.01) && numbers.some((one) => one > 0.99));
  assert.equal(new Set(numbers).size, 2_000);
  assert.deepEqual(take(1), numbers);
  assert.notDeepEqual(take(2), numbers);
});

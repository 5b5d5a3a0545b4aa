import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noise, smoothNoise } from './noise.ts';

const moment = 1_767_225_600_000;

test('noise is the same for the same seed, stream and counter, in any order', () => {
  const forwards = Array.from({ length: 50 }, (_, i) => noise(7, 3, i));
  const backwards = Array.from({ length: 50 }, (_, i) => noise(7, 3, 49 - i)).reverse();
  assert.deepEqual(forwards, backwards);
});

test('noise differs for another seed, stream or counter, even for ms since 1970', () => {
  const draws = [
    noise(1, 1, moment),
    noise(2, 1, moment),
    noise(1, 2, moment),
    noise(1, 1, moment + 1),
    noise(1, 1, moment + 2 ** 32),
    noise(1, 1, -moment),
  ];
  assert.equal(new Set(draws).size, draws.length);
});

test('noise fills [0, 1) evenly, and successive draws are uncorrelated', () => {
  const draws = Array.from({ length: 100_000 }, (_, i) => noise(42, 9, i));
  const tenths = new Array<number>(10).fill(0);
  let product = 0;
  for (const [i, value] of draws.entries()) {
    assert.ok(value >= 0 && value < 1);
    tenths[Math.floor(value * 10)]!++;
    product += (value - 0.5) * ((draws[i + 1] ?? 0.5) - 0.5);
  }
  for (const count of tenths) assert.ok(Math.abs(count - 10_000) < 400, `${count}`);
  assert.ok(Math.abs(product / draws.length) < 0.001);
});

test('smooth noise passes through the draws at whole positions and has no jumps between them', () => {
  assert.equal(smoothNoise(5, 1, -3), noise(5, 1, -3));
  assert.equal(smoothNoise(5, 1, 8), noise(5, 1, 8));
  for (let step = 0; step < 5000; step++) {
    const change = smoothNoise(5, 1, (step + 1) / 1000 - 2) - smoothNoise(5, 1, step / 1000 - 2);
    assert.ok(Math.abs(change) < 0.0016, `${change}`);
  }
});

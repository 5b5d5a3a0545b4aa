import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toToldWait, toWait } from './backoff.ts';

const backoff = { first: 1_000, most: 60_000 };

test('the longest wait doubles with each failure up to the most', () => {
  const longest = (failures: number) => toWait(backoff, failures, () => 0.9999999);
  assert.deepEqual(
    [0, 1, 2, 5, 6, 7, 1_000].map(longest),
    [999, 1_999, 3_999, 31_999, 59_999, 59_999, 59_999],
  );
});

test('a wait may be anything between none and the longest', () => {
  assert.equal(
    toWait(backoff, 3, () => 0),
    0,
  );
  assert.equal(
    toWait(backoff, 3, () => 0.5),
    4_000,
  );
});

test('a wait the cloud told is that and up to one first wait more', () => {
  assert.deepEqual(
    [0, 0.9999999].map((dice) => toToldWait(backoff, 7_000, () => dice)),
    [7_000, 7_999],
  );
});

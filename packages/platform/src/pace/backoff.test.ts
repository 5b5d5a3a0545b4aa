import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equalJitter, fullJitter, longestWait, retryAfterJitter } from './backoff.ts';

const backoff = { first: 1_000, max: 60_000 };
const almostOne = () => 0.9999999;

test('the longest wait doubles with each failure up to the maximum', () => {
  assert.deepEqual(
    [0, 1, 2, 5, 6, 7, 1_000].map((failures) => longestWait(backoff, failures)),
    [1_000, 2_000, 4_000, 32_000, 60_000, 60_000, 60_000],
  );
});

test('a wait with full jitter is between zero and the longest wait', () => {
  assert.deepEqual(
    [0, 1, 2, 5, 6, 7, 1_000].map((failures) => fullJitter(backoff, failures, almostOne)),
    [999, 1_999, 3_999, 31_999, 59_999, 59_999, 59_999],
  );
  assert.equal(
    fullJitter(backoff, 3, () => 0),
    0,
  );
  assert.equal(
    fullJitter(backoff, 3, () => 0.5),
    4_000,
  );
});

test('a wait with equal jitter is between half of the longest wait and the longest wait', () => {
  assert.deepEqual(
    [0, 0.5, 0.9999999].map((number) => equalJitter(backoff, 3, () => number)),
    [4_000, 6_000, 8_000],
  );
});

test('extends a wait that the server requested by at most the first wait, or a tenth of it', () => {
  for (const [requested, longest] of [
    [7_000, 7_999],
    [10_000, 10_999],
    [20_000, 21_999],
    [600_000, 659_999],
  ] as const)
    assert.deepEqual(
      [0, 0.99999999].map((number) => retryAfterJitter(backoff, requested, () => number)),
      [requested, longest],
    );
});

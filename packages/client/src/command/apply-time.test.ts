import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApplyTime } from './apply-time.ts';

test('starts with a delay of a quarter of a second before it reads a device back', () => {
  assert.equal(createApplyTime(6_000).estimate(), 250);
});

test('shortens the delay by a quarter when the first read is enough, down to 50 ms', () => {
  const time = createApplyTime(6_000);
  time.learn(100, true);
  assert.equal(time.estimate(), 187.5);
  time.learn(180, true);
  assert.equal(time.estimate(), 140.625);
  for (let count = 0; count < 20; count++) time.learn(1, true);
  assert.equal(time.estimate(), 50);
});

test('lengthens the delay up to the limit for a slow device, and does not shorten it too early', () => {
  const time = createApplyTime(6_000);
  time.learn(1_800, false);
  assert.equal(time.estimate(), 1_800);
  time.learn(600, false);
  assert.equal(time.estimate(), 1_800);
  time.learn(5_999, false);
  assert.equal(time.estimate(), 5_999);
  time.learn(6_001, false);
  assert.equal(time.estimate(), 6_000);
});

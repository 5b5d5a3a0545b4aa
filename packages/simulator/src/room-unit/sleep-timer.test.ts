import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minutesLeft, sleepEndOf, toSleepTimer } from './sleep-timer.ts';

const MINUTE = 60_000;

test('the values of SplitSystemSleepTimer_e are off, 0.5, 1, 2, 4, 6, 8 and 12 hours', () => {
  const hours = [0.5, 1, 2, 4, 6, 8, 12];
  for (const [place, hour] of hours.entries()) {
    assert.equal(sleepEndOf(place + 1, 1000), 1000 + hour * 60 * MINUTE);
  }
  assert.equal(sleepEndOf(0, 1000), 0);
});

test('a sleep timer shows minutes rounded up: 30 at the start, 1 until the end, then 0', () => {
  assert.equal(minutesLeft(30 * MINUTE, 0), 30);
  assert.equal(minutesLeft(30 * MINUTE, 1), 30);
  assert.equal(minutesLeft(30 * MINUTE, MINUTE), 29);
  assert.equal(minutesLeft(30 * MINUTE, 30 * MINUTE - 1), 1);
  assert.equal(minutesLeft(30 * MINUTE, 30 * MINUTE), 0);
  assert.equal(minutesLeft(0, 5), 0);
});

test('minutes of a ducted timer show as the shortest sleep timer value that covers them', () => {
  assert.deepEqual([0, 1, 30, 31, 60, 90, 720, 900].map(toSleepTimer), [0, 1, 1, 2, 2, 3, 7, 7]);
});

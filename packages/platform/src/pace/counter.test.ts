import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addFailure, type Count, countAt, takeBack, waitAfter } from './counter.ts';

const limit = { free: 5, maxWait: 15 * 60_000 };
const retention = 60_000;

describe('a counter of failures', () => {
  it('a failure counter requires no wait for free failures, then 1 s, then doubles it', () => {
    assert.deepEqual(
      [0, 1, 5, 6, 7, 8].map((failures) => waitAfter(limit, failures)),
      [0, 0, 0, 1_000, 2_000, 4_000],
    );
  });

  it('a failure counter never requires more than the longest wait', () => {
    assert.deepEqual(
      [15, 16, 100].map((failures) => waitAfter(limit, failures)),
      [512_000, 900_000, 900_000],
    );
  });

  it('a failure counter blocks from the first failure that is not free until its wait is over', () => {
    const failures: Count = { failures: 4, blockedUntil: 0, expiresAt: 1_000 };
    const fifth = addFailure(failures, { limit, retention }, 100);
    assert.deepEqual(fifth, { failures: 5, blockedUntil: 0, expiresAt: 60_100 });
    const sixth = addFailure(fifth, { limit, retention }, 200);
    assert.deepEqual(sixth, { failures: 6, blockedUntil: 1_200, expiresAt: 60_200 });
  });

  it('a failure counter keeps an existing block that lasts longer', () => {
    const blocked: Count = { failures: 5, blockedUntil: 90_000, expiresAt: 100_000 };
    assert.equal(addFailure(blocked, { limit, retention }, 0).blockedUntil, 90_000);
  });

  it('a failure counter deletes a count when it expires, but not 1 ms earlier', () => {
    const count = addFailure(undefined, { retention }, 0);
    assert.equal(countAt(count, retention - 1).failures, 1);
    assert.equal(countAt(count, retention).failures, 0);
    assert.equal(addFailure(count, { retention }, retention - 1).failures, 2);
    assert.equal(addFailure(count, { retention }, retention).failures, 1);
    assert.equal(countAt(undefined, 0).failures, 0);
  });

  it('a failure counter adds several failures at a time, and subtracts one but never below zero', () => {
    const three = addFailure(undefined, { failures: 3, retention }, 0);
    const left = [takeBack(three), takeBack(takeBack(three)), takeBack({ ...three, failures: 0 })];
    assert.deepEqual(
      left.map(({ failures }) => failures),
      [2, 1, 0],
    );
  });
});

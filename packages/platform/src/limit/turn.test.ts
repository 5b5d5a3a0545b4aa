import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextTurn } from './turn.ts';

const facts = { now: 1_000, last: 0, notBefore: 1_500, pause: 100, maxWait: 5_000 };

test('gives the earliest possible turn if nobody waits', () => {
  assert.equal(nextTurn(facts), 1_500);
});

test('gives a turn one pause after the last one if that is later', () => {
  assert.equal(nextTurn({ ...facts, last: 1_400 }), 1_500);
  assert.equal(nextTurn({ ...facts, last: 1_401 }), 1_501);
});

test('lets nobody wait for a turn longer than the longest wait', () => {
  assert.equal(nextTurn({ ...facts, last: 5_899 }), 5_999);
  assert.equal(nextTurn({ ...facts, last: 5_901 }), 6_000);
  assert.equal(nextTurn({ ...facts, notBefore: 9_999 }), 6_000);
});

test('places turns the least pause apart when too many wait', () => {
  assert.equal(nextTurn({ ...facts, last: 5_990, leastPause: 10 }), 6_000);
  assert.equal(nextTurn({ ...facts, last: 6_000, leastPause: 10 }), 6_010);
});

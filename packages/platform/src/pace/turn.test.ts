import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextTurn } from './turn.ts';

const facts = { now: 1_000, last: 0, notBefore: 1_500, pause: 100, maxWait: 5_000 };

test('the next turn is as early as possible if no one waits', () => {
  assert.equal(nextTurn(facts), 1_500);
});

test('the next turn is one pause after the last turn if that is later', () => {
  assert.equal(nextTurn({ ...facts, last: 1_400 }), 1_500);
  assert.equal(nextTurn({ ...facts, last: 1_401 }), 1_501);
});

test('the next turn is not later than the longest wait', () => {
  assert.equal(nextTurn({ ...facts, last: 5_899 }), 5_999);
  assert.equal(nextTurn({ ...facts, last: 5_901 }), 6_000);
  assert.equal(nextTurn({ ...facts, notBefore: 9_999 }), 6_000);
});

test('turns are the shortest pause apart if too many wait', () => {
  assert.equal(nextTurn({ ...facts, last: 5_990, leastPause: 10 }), 6_000);
  assert.equal(nextTurn({ ...facts, last: 6_000, leastPause: 10 }), 6_010);
});

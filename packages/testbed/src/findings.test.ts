import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findLost, findRepeated, findUntilNone } from './findings.ts';

it('finds commands that were executed twice, or acknowledged and not executed', () => {
  const executed = new Map([
    ['c0', 1],
    ['c1', 2],
  ]);
  assert.deepEqual(findRepeated(executed), ['c1 was executed 2 times']);
  assert.deepEqual(findLost(['c0', 'c1', 'c2'], executed), ['c2 was acknowledged and not executed']);
});

it('searches until there are no findings, and returns those that remain, also an error', async () => {
  const results = [Promise.reject(new Error('unreachable')), ['one'], []];
  const find = async () => results.shift()!;
  assert.deepEqual(await findUntilNone(find, { within: 10_000, every: 1 }), []);
  assert.equal(results.length, 0);
  const fail = () => Promise.reject(new Error('unreachable'));
  assert.deepEqual(await findUntilNone(fail, { within: -1, every: 1 }), ['Error: unreachable']);
});

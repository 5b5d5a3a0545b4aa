import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Datagrams, nothingInstalled } from '../component/kinds.ts';
import { findPaired } from './find-paired.ts';

const house = (lamps: readonly number[], switches: readonly number[]): Datagrams => {
  const list = (attached: readonly number[]) => attached.map((Att, Index) => ({ Index, Att })) as never;
  return { ...nothingInstalled, lamp: list(lamps), wallSwitch: list(switches) };
};

test('a pairing finds a new lamp, a lamp that replaces a removed one, a switch, or no device', () => {
  assert.deepEqual(findPaired(house([1], [1]), house([1, 1], [1])), { Type: 1, No: 1 });
  assert.deepEqual(findPaired(house([1, 0, 1], []), house([1, 1, 1], [])), { Type: 1, No: 1 });
  assert.deepEqual(findPaired(house([1], [1]), house([1], [1, 1])), { Type: 2, No: 1 });
  assert.deepEqual(findPaired(house([1], [1]), house([1], [1])), { Type: 0, No: 0 });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from './fair-queue.ts';

const create = (...names: string[]) => {
  const queue = createFairQueue<string>();
  for (const name of names) queue.add(name[0]!, name);
  const takeAll = (mayBeServed = (_: string) => true) => {
    const taken: string[] = [];
    for (let one = queue.takeNext(mayBeServed); one !== undefined; one = queue.takeNext(mayBeServed))
      taken.push(one);
    return taken;
  };
  return { queue, takeAll };
};

test('a fair queue serves keys in turn, and the items of each key in order', () => {
  const { queue, takeAll } = create('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
  assert.deepEqual([queue.size(), queue.size('a'), queue.size('d')], [6, 3, 0]);
  assert.deepEqual(takeAll(), ['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  assert.deepEqual([queue.size(), queue.size('a')], [0, 0]);
});

test('a fair queue keeps the turn of a key that may not be served yet', () => {
  const { queue, takeAll } = create('a1', 'b1', 'b2');
  assert.deepEqual(
    takeAll((key) => key !== 'a'),
    ['b1', 'b2'],
  );
  queue.add('b', 'b3');
  assert.deepEqual(takeAll(), ['a1', 'b3']);
});

test('a fair queue neither serves nor counts removed items', () => {
  const { queue, takeAll } = create('a1', 'a2', 'b1');
  assert.deepEqual(
    queue.remove((one) => one !== 'a2'),
    ['a1', 'b1'],
  );
  assert.deepEqual([queue.size(), queue.size('a'), queue.size('b')], [1, 1, 0]);
  assert.deepEqual(takeAll(), ['a2']);
});

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

test('keys are served in turn, and each in its own order', () => {
  const { queue, takeAll } = create('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
  assert.deepEqual([queue.size(), queue.size('a'), queue.size('d')], [6, 3, 0]);
  assert.deepEqual(takeAll(), ['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  assert.deepEqual([queue.size(), queue.size('a')], [0, 0]);
});

test('a key that may not be served keeps its place in turn', () => {
  const { queue, takeAll } = create('a1', 'b1', 'b2');
  assert.deepEqual(
    takeAll((key) => key !== 'a'),
    ['b1', 'b2'],
  );
  queue.add('b', 'b3');
  assert.deepEqual(takeAll(), ['a1', 'b3']);
});

test('what is removed is not served, and no longer counts', () => {
  const { queue, takeAll } = create('a1', 'a2', 'b1');
  assert.deepEqual(
    queue.remove((one) => one !== 'a2'),
    ['a1', 'b1'],
  );
  assert.deepEqual([queue.size(), queue.size('a'), queue.size('b')], [1, 1, 0]);
  assert.deepEqual(takeAll(), ['a2']);
});

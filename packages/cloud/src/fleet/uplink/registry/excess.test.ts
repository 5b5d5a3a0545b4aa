import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excessOf } from './excess.ts';

/** The excess of each node. */
const excesses = (...counts: readonly number[]) =>
  counts.map((own, index) => excessOf(own, counts.toSpliced(index, 1)));

test('hands over what a node has above its share once it has more than 120 % of it', () => {
  assert.deepEqual(excesses(120, 90, 90), [0, 0, 0]);
  assert.deepEqual(excesses(121, 90, 89), [21, 0, 0]);
});

test('hands over to a node that has less than 80 % of its share, from every node above its own', () => {
  assert.deepEqual(excesses(110, 110, 80), [0, 0, 0]);
  assert.deepEqual(excesses(111, 110, 79), [11, 10, 0]);
  assert.deepEqual(excesses(...Array(9).fill(100), 0), [...Array(9).fill(10), 0]);
});

test('two nodes above their share hand over only what a third one lacks', () => {
  assert.deepEqual(excesses(101, 99, 0), [34, 32, 0]);
});

test('leaves a small fleet alone if no bridge can move to a better place', () => {
  for (const counts of [[1], [7], [0, 0], [1, 0], [2, 1], [3, 2], [1, 1, 1, 0], [2, 1, 1, 1]])
    assert.deepEqual(excesses(...counts), Array(counts.length).fill(0), `${counts}`);
  assert.deepEqual(excesses(2, 0), [1, 0]);
  assert.deepEqual(excesses(3, 0), [1, 0]);
  assert.deepEqual(excesses(4, 2), [1, 0]);
});

test('hands over nothing once each excess has moved to the nodes with the fewest bridges', () => {
  const numbers = Array.from({ length: 9 }, (_, number) => number);
  const fleets = numbers.flatMap((a) =>
    numbers.flatMap((b) =>
      numbers.flatMap((c) => [
        [a, b, c],
        [a, b, c, 0],
      ]),
    ),
  );
  for (const counts of fleets) {
    const excess = excesses(...counts);
    const next = counts.map((count, index) => count - excess[index]!);
    for (let left = excess.reduce((sum, one) => sum + one); left > 0; left--)
      next[next.indexOf(Math.min(...next))]!++;
    assert.deepEqual(excesses(...next), Array(counts.length).fill(0), `${counts} -> ${next}`);
  }
});

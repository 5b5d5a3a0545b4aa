import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecentMap } from './recent-map.ts';

test('forgets the key that was set longest ago when a map of recent keys is full', () => {
  const map = createRecentMap<number>(2);
  const values = () => ['a', 'b', 'c', 'd'].map((key) => map.get(key));
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  assert.deepEqual(values(), [3, 2, undefined, undefined]);
  map.set('c', 4);
  assert.deepEqual(values(), [3, undefined, 4, undefined]);
  map.delete('c');
  map.set('d', 5);
  assert.deepEqual(values(), [3, undefined, undefined, 5]);
});

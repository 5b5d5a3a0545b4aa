import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPlace, toHash } from './place.ts';

test('a place is a page and the sheet on it', () => {
  assert.deepEqual(readPlace(''), { page: 'overview', sheet: [] });
  assert.deepEqual(readPlace('#/history'), { page: 'history', sheet: [] });
  assert.deepEqual(readPlace(toHash('overview', 'zone', 3)), { page: 'overview', sheet: ['zone', '3'] });
});

test('an address nobody knows is the overview', () => {
  assert.equal(readPlace('#/nowhere').page, 'overview');
  assert.equal(readPlace('#main').page, 'overview');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRoute, toHash } from './routes.ts';

test('a place is a page and the sheet on it', () => {
  assert.deepEqual(readRoute(''), { page: 'overview', sheet: [] });
  assert.deepEqual(readRoute('#/history'), { page: 'history', sheet: [] });
  assert.deepEqual(readRoute(toHash('overview', 'zone', 3)), { page: 'overview', sheet: ['zone', '3'] });
});

test('an address nobody knows is the overview', () => {
  assert.equal(readRoute('#/nowhere').page, 'overview');
  assert.equal(readRoute('#main').page, 'overview');
});

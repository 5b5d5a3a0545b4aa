import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRoute, toHash } from './routes.ts';

test('reads a route as a page and the component whose sheet is open', () => {
  assert.deepEqual(readRoute(''), { page: 'overview', rest: [] });
  assert.deepEqual(readRoute('#/history'), { page: 'history', rest: [] });
  assert.deepEqual(readRoute(toHash('overview', 'zone', 3)), { page: 'overview', rest: ['zone', '3'] });
});

test('shows the overview for an unknown route', () => {
  assert.equal(readRoute('#/nowhere').page, 'overview');
  assert.equal(readRoute('#main').page, 'overview');
});

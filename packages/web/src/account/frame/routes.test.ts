import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRoute, toHash } from './routes.ts';

test('a route consists of a page and the path after it', () => {
  assert.deepEqual(readRoute('#/houses'), { page: 'houses', rest: [] });
  assert.deepEqual(readRoute(toHash('houses', 'pair', 'BCDF-GHJK')), {
    page: 'houses',
    rest: ['pair', 'BCDF-GHJK'],
  });
  assert.deepEqual(readRoute(toHash('developer', 'a/b')), { page: 'developer', rest: ['a/b'] });
});

test('a URL without a known page has no page', () => {
  for (const hash of ['', '#', '#/', '#/nowhere', '#main'])
    assert.equal(readRoute(hash).page, undefined, hash);
});

test('a malformed escape sequence in a URL stays unchanged', () => {
  assert.deepEqual(readRoute('#/houses/%E0%A4%A'), { page: 'houses', rest: ['%E0%A4%A'] });
});

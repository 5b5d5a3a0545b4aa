import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRoute, toHash } from './routes.ts';

test('a place is a page and what it is about', () => {
  assert.deepEqual(readRoute('#/houses'), { page: 'houses', rest: [] });
  assert.deepEqual(readRoute(toHash('houses', 'pair', 'BCDF-GHJK')), {
    page: 'houses',
    rest: ['pair', 'BCDF-GHJK'],
  });
  assert.deepEqual(readRoute(toHash('developer', 'a/b')), { page: 'developer', rest: ['a/b'] });
});

test('an address that names no page names none', () => {
  for (const hash of ['', '#', '#/', '#/nowhere', '#main'])
    assert.equal(readRoute(hash).page, undefined, hash);
});

test('an address somebody mangled is read as far as it can be', () => {
  assert.deepEqual(readRoute('#/houses/%E0%A4%A'), { page: 'houses', rest: ['%E0%A4%A'] });
});

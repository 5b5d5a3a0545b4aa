import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPlace, toHash } from './place.ts';

test('a place is a page and what it is about', () => {
  assert.deepEqual(readPlace('#/houses'), { page: 'houses', rest: [] });
  assert.deepEqual(readPlace(toHash('houses', 'pair', 'BCDF-GHJK')), {
    page: 'houses',
    rest: ['pair', 'BCDF-GHJK'],
  });
  assert.deepEqual(readPlace(toHash('developer', 'a/b')), { page: 'developer', rest: ['a/b'] });
});

test('an address that names no page names none', () => {
  for (const hash of ['', '#', '#/', '#/nowhere', '#main'])
    assert.equal(readPlace(hash).page, undefined, hash);
});

test('an address somebody mangled is read as far as it can be', () => {
  assert.deepEqual(readPlace('#/houses/%E0%A4%A'), { page: 'houses', rest: ['%E0%A4%A'] });
});

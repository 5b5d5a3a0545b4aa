import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf } from './count.ts';

test('a number of things is one of it, or some', () => {
  assert.deepEqual(
    [countOf(1, 'day'), countOf(0, 'day'), countOf(1_200, 'day')],
    ['1 day', '0 days', '1,200 days'],
  );
});

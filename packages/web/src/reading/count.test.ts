import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../text/english.fixture.ts';
import { formatCount } from './count.ts';

test('a count is singular or plural', () => {
  assert.deepEqual(
    [formatCount(1, 'day'), formatCount(0, 'day'), formatCount(1_200, 'day')],
    ['1 day', '0 days', '1,200 days'],
  );
});

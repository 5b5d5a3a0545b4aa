import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toMinute } from './runs-on.ts';

test('an hour above 23 or a minute above 59 disables a time', () => {
  assert.equal(toMinute(23, 59), 1439);
  assert.equal(toMinute(0, 0), 0);
  assert.equal(toMinute(31, 0), undefined);
  assert.equal(toMinute(24, 0), undefined);
  assert.equal(toMinute(6, 63), undefined);
});

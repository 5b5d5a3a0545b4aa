import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../text/english.fixture.ts';
import { formatCount } from './count.ts';

test("formats a count with the reader's thousands separators", () => {
  assert.deepEqual([formatCount(0), formatCount(1_200)], ['0', '1,200']);
});

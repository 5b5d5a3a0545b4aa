import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../text/english.fixture.ts';
import { formatNumber } from './count.ts';

test('a number is grouped in thousands, as the reader writes it', () => {
  assert.deepEqual([formatNumber(0), formatNumber(1_200)], ['0', '1,200']);
});

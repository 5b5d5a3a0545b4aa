import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../text/english.fixture.ts';
import { formatWatts } from '../energy/power.ts';
import { toStack } from './stack.ts';
import '../../text/english.fixture.ts';

test('stacks rows with the last at the bottom', () => {
  assert.deepEqual(
    toStack([
      [1, 2],
      [10, 20],
      [100, 200],
    ]),
    [
      [111, 222],
      [110, 220],
      [100, 200],
    ],
  );
});

test('keeps a gap in a stack only if no row has a value', () => {
  assert.deepEqual(
    toStack([
      [1, null, null],
      [10, 20, null],
    ]),
    [
      [11, 20, null],
      [10, 20, null],
    ],
  );
});

test('shows power in W or kW', () => {
  assert.deepEqual(formatWatts(999), ['999', 'W']);
  assert.deepEqual(formatWatts(1_000), ['1.00', 'kW']);
  assert.deepEqual(formatWatts(-2_500), ['−2.50', 'kW']);
  assert.deepEqual(formatWatts(12_340), ['12.3', 'kW']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enumerations } from '@plenum/protocol/field';
import { fieldOf, optionsOf, someOf, wordOf } from './words.ts';
import '../text/english.fixture.ts';

const fan = fieldOf('split', 'Fan');

test('shows a fan speed in plain words, or in those of a brand', () => {
  assert.deepEqual(
    optionsOf(fan).map(({ label }) => label),
    ['Low', 'Medium', 'High', 'Auto'],
  );
  assert.deepEqual(
    optionsOf(fan, true).map(({ label }) => label),
    ['Auto', 'Quiet', '1', '2', '3', '4', '5'],
  );
  assert.equal(wordOf(fan, 4), 'auto');
  assert.equal(wordOf(fan, 4, true), '2');
});

test('shows an unknown value and keeps it selectable', () => {
  assert.equal(wordOf(fan, 42), 'type 42');
  const options = someOf(optionsOf(fieldOf('unit', 'SysFan')), enumerations.sysFan, ['low', 'auto'], 6);
  assert.deepEqual(options, [
    { value: 1, label: 'Low' },
    { value: 4, label: 'Auto' },
    { value: 6, label: 'Type 6' },
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quirkNames } from '@plenum/protocol/quirks';
import { readQuirks } from './quirks.ts';

test('accepts quirks with a value in their unit, or without a value for the default', () => {
  assert.deepEqual(
    readQuirks(['busy=0.25', ' late-apply=2s', 'stall=960', 'notifications=none', 'empty-v1']),
    {
      busy: 0.25,
      'late-apply': 2,
      stall: 960,
      notifications: 'none',
      'empty-v1': 1,
    },
  );
  assert.deepEqual(readQuirks([]), {});
});

test('every quirk has a valid default value', () => {
  for (const name of quirkNames) assert.deepEqual(Object.keys(readQuirks([name])), [name]);
});

test('refuses invalid quirks with a sentence', () => {
  for (const [typed, sentence] of [
    [['bussy=1'], /There is no key "bussy".* Did you mean busy\?$/],
    [['busy=1.5'], /Quirks\.busy: 1\.5 is above the maximum of 1\.$/],
    [['late-apply=61s'], /Quirks\.late-apply: 61 s is above the maximum of 60 s\.$/],
    [['busy', 'busy=1'], /Quirks: busy is given twice\.$/],
    [['one-connection=close'], /"close" is not one of wait, drop, silent\.$/],
  ] as const)
    assert.throws(() => readQuirks(typed), sentence);
});

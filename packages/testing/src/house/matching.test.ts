import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differencesOf, showExpected } from './matching.ts';

test('lists each expected member that differs, with its value and what was expected', () => {
  const value = { Temp: 1985, Name: 'Kitchen', Days: [1, 0] };
  assert.deepEqual(differencesOf<object>({}, value), []);
  assert.deepEqual(
    differencesOf<typeof value>({ Temp: 1985, Days: [1, 0], Name: (one) => one !== '' }, value),
    [],
  );
  assert.deepEqual(
    differencesOf<Record<string, unknown>>({ Temp: 2100, Days: [0, 0], Area: 4, Name: () => 'yes' }, value),
    [
      'Temp is 1985, expected 2100',
      'Days is [1,0], expected [0,0]',
      'Area is missing, expected 4',
      'Name is "Kitchen", expected () => \'yes\'',
    ],
  );
});

test('shows expected members as they are written', () => {
  assert.equal(showExpected({ what: 'fault', index: 3 }), '{ what: "fault", index: 3 }');
});

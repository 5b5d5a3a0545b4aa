import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../text/english.fixture.ts';
import { describePairing, isComplete, toCode } from './pairing.ts';

test('formats a pairing code as the bridge shows it, ignoring case, spaces and extra letters', () => {
  assert.equal(toCode('bcdf ghjk'), 'BCDF-GHJK');
  assert.equal(toCode('BCDF-GHJK'), 'BCDF-GHJK');
  assert.equal(toCode('bcd'), 'BCD');
  assert.equal(toCode('bcdf-'), 'BCDF');
  assert.equal(toCode('bcdfg'), 'BCDF-G');
  assert.equal(toCode('bcdfghjklm'), 'BCDF-GHJK');
});

test('a pairing code is complete once it has eight letters', () => {
  assert.equal(isComplete(toCode('bcdfghj')), false);
  assert.equal(isComplete(toCode('bcdfghjk')), true);
});

test('the pairing question states whether one bridge or several would be allowed', () => {
  const code = 'BCDF-GHJK';
  assert.equal(describePairing({ code, reach: 'one', systemId: '123456789' }).who, 'Bridge 123456789');
  assert.equal(describePairing({ code, reach: 'one' }).who, 'A bridge');
  const many = describePairing({ code, reach: 'many', systemId: '123456789' });
  assert.equal(many.who, 'Any number of bridges', 'ignores other members');
  assert.match(many.question, /many simulated bridges\..* any number of bridges within ten minutes/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { catalogue } from '../command/catalogue.ts';
import { exampleHouse } from '../component/example-house.fixture.ts';
import { kinds } from '../component/kinds.ts';
import type { Field } from '../field/field.ts';
import { queries } from '../query/catalogue.ts';
import { refuse } from '../refusal/refusal.ts';
import { izone, neutral, wordTables } from './dialect.ts';
import { toWireRefusal } from './refusal.ts';
import { fromWire, toWire, toWireText } from './wire.ts';
import { fromWord, toWord } from './word.ts';

test('izone uses the words that its devices use', () => {
  assert.equal(toWord(izone, 'paths', '/HvacRequestV2'), '/iZoneRequestV2');
  assert.equal(toWord(izone, 'paths', '/PowerRequest'), '/PowerRequest');
  assert.equal(toWord(izone, 'tokens', 'HvacV2'), 'iZoneV2');
  assert.equal(toWord(izone, 'tokens', 'iDrate'), 'iDrate');
  assert.equal(toWord(izone, 'keys', 'HvacDeviceUId'), 'AirStreamDeviceUId');
  assert.equal(toWord(izone, 'keys', 'UnitBrandA'), 'Temperzone');
  assert.equal(toWord(izone, 'keys', 'iSave'), 'iSave');
  assert.equal(toWord(izone, 'notifications', 'HvacChanged_System'), 'iZoneChanged_System');
  assert.equal(toWord(izone, 'kinds', 'hvac_systemsettings'), 'izone_systemsettings');
});

test('no command, key or field of izone contains the neutral word for a brand', () => {
  const keysOf = (field: Field): string[] =>
    field.type === 'array'
      ? keysOf(field.items as Field)
      : field.type === 'object'
        ? Object.entries(field.properties).flatMap(([key, member]) => [key, ...keysOf(member as Field)])
        : [];
  const keys = [
    ...[...catalogue.values()].flatMap(({ name, body }) => [name, ...keysOf(body as Field)]),
    ...Object.values(kinds).flatMap(({ fields }) => keysOf(fields as Field)),
    ...queries.flatMap(({ answer }) => Object.keys(answer)),
  ];
  const isNeutral = (key: string) => /Hvac|UnitBrandA|Evap(?!orating)/.test(key);
  const branded = [...new Set(keys.filter(isNeutral))];
  assert.ok(branded.length > 30, `${branded.length}`);
  assert.deepEqual(
    branded.filter((key) => isNeutral(toWord(izone, 'keys', key))),
    [],
  );
  assert.equal(toWord(izone, 'keys', 'EvapFanSpeed'), 'CoolbreezeFanSpeed');
  assert.equal(toWord(izone, 'keys', 'UnitBrandAQuietMode'), 'TemperzoneQuietMode');
});

test('a refusal uses the words of the dialect, except for text that a person typed', () => {
  const { refusal } = refuse('unknown-key', {
    path: ['EvapFavSettings'],
    input: 'Evap sensor',
    facts: { keys: ['Evap', 'Index'], why: 'HvacMode is 0' },
  });
  assert.deepEqual(toWireRefusal(izone, refusal), {
    ...refusal,
    path: ['CoolbreezeFavSettings'],
    facts: { keys: ['Coolbreeze', 'Index'], why: 'iZoneMode is 0' },
  });
  assert.equal(toWireRefusal(izone, { ...refusal, input: 'HvacMode' }).input, 'iZoneMode');
  assert.deepEqual(toWireRefusal(neutral, refusal), refusal);
});

test('input may use neutral words or those of the dialect', () => {
  assert.equal(fromWord(izone, 'paths', '/iZoneCommandV2'), '/HvacCommandV2');
  assert.equal(fromWord(izone, 'paths', '/HvacCommandV2'), '/HvacCommandV2');
  const request = { HvacV2Request: { Type: 1, No: 0, No1: 0 } };
  assert.deepEqual(fromWire(izone, { iZoneV2Request: { Type: 1, No: 0, No1: 0 } }), request);
  assert.deepEqual(fromWire(izone, request), request);
  assert.equal(fromWord(neutral, 'paths', '/iZoneCommandV2'), '/iZoneCommandV2');
});

test('property names of every JavaScript object are not words of a dialect', () => {
  for (const word of ['constructor', 'toString', '__proto__']) {
    assert.equal(toWord(izone, 'keys', word), word);
    assert.equal(fromWord(izone, 'keys', word), word);
  }
});

test('every word of every table can be translated back', () => {
  for (const table of wordTables)
    for (const word of Object.keys(izone[table]))
      assert.equal(fromWord(izone, table, toWord(izone, table, word)), word);
});

test('every datagram that is written in a dialect reads back unchanged', () => {
  for (const datagram of Object.values(exampleHouse).flat()) {
    assert.deepEqual(fromWire(izone, JSON.parse(toWireText(izone, datagram))), datagram);
    assert.equal(toWire(neutral, datagram), datagram);
  }
});

test('keys are renamed at any depth, but never values that a person typed', () => {
  const value = { HvacMode: 'HvacMode', Zones: [{ Evap: ['Evap', { HvacFan: null }] }] };
  assert.equal(
    toWireText(izone, value),
    '{"iZoneMode":"HvacMode","Zones":[{"Coolbreeze":["Evap",{"iZoneFan":null}]}]}',
  );
});

test('a body with both spellings of a key keeps both, and the check then refuses one of them', () => {
  const both = { HvacMode: 1, iZoneMode: 0 };
  assert.deepEqual(fromWire(izone, both), both);
});

test('any value without words of the dialect survives the round trip', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed = JSON.parse(JSON.stringify(value));
      assert.deepEqual(fromWire(izone, toWire(izone, parsed)), parsed);
    }),
  );
});

test('a key called __proto__ remains a key', () => {
  const value = JSON.parse('{"__proto__":{"HvacMode":1}}');
  const wire = toWire(izone, value);
  assert.equal(JSON.stringify(wire), '{"__proto__":{"iZoneMode":1}}');
  assert.equal(Object.getPrototypeOf(wire), Object.prototype);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import { membersOfBody } from '@plenum/protocol/definition';
import type { NumberField, QuantityField, RecordField } from '@plenum/protocol/field';
import { overrides } from '@plenum/protocol/simulation';
import { bodyFieldOf } from '../reading/body.ts';
import { expectedNumber, fieldError } from './field-error.ts';
import '../text/english.fixture.ts';

const timer = catalogue.get('SysSleepTimer')!.body;

test('accepts a value at each limit, and refuses one beyond it with the protocol’s sentence', () => {
  for (const fits of [0, 1440]) assert.equal(fieldError(timer, fits), undefined);
  assert.equal(fieldError(timer, -1), '-1 min is below the minimum of 0 min.');
  assert.equal(fieldError(timer, 1441), '1441 min is above the maximum of 1440 min.');
  assert.equal(fieldError(timer, 1.5), '1.5 is not a whole number.');
});

test('shows the expected range in an empty number field', () => {
  assert.equal(fieldError(timer, Number.NaN), 'Enter a whole number from 0 to 1440 min.');
});

test('counts the length of a text in bytes, not in letters', () => {
  const name = bodyFieldOf('ZoneName', 'Name');
  assert.equal(fieldError(name, 'Fifteen letters'), undefined);
  assert.equal(fieldError(name, 'Wohnküche unten'), 'The name is 16 bytes long; it may have at most 15.');
  const [, code] = membersOfBody(overrides.get('UnitFault')!.body)[0]!;
  assert.equal(fieldError(code, 'E0'), '"E0" is not a code of 3 characters, or empty.');
});

test('describes the expected number with its limits and its unit', () => {
  assert.equal(expectedNumber(timer as NumberField), 'Enter a whole number from 0 to 1440 min.');
  const { Temperature } = (overrides.get('Weather')!.body as RecordField).properties;
  assert.equal(expectedNumber(Temperature as QuantityField), 'Enter a number from −40 to 60 °C.');
  const deadband = catalogue.get('AutoModeDeadB')!.body as NumberField;
  assert.equal(expectedNumber(deadband), 'Enter a number from 0.75 to 5 K.');
  assert.equal(fieldError(deadband, 74), '0.74 K is below the minimum of 0.75 K.');
  const { maximum: _, ...open } = timer as NumberField;
  assert.equal(expectedNumber(open), 'Enter a whole number of at least 0 min.');
});

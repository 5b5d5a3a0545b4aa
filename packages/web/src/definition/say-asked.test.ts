import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import type { NumberField, QuantityField, RecordField } from '@plenum/protocol/field';
import { overrides } from '@plenum/protocol/simulation';
import { sayAsked } from './say-asked.ts';

test('what a number field asks for is said with its limits and its unit', () => {
  const timer = catalogue.get('SysSleepTimer')!.body as NumberField;
  assert.equal(sayAsked(timer), 'A whole number from 0 to 1440 min is asked for.');
  const { Temperature } = (overrides.get('Weather')!.body as RecordField).properties;
  assert.equal(sayAsked(Temperature as QuantityField), 'A number from -40 to 60 °C is asked for.');
  const { maximum: _, ...open } = timer;
  assert.equal(sayAsked(open), 'A whole number of at least 0 min is asked for.');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { subjectsOf } from './subjects.ts';
import '../../text/english.fixture.ts';

test('a zone without a temperature sensor, which reports 0 °C, has no temperature history', () => {
  const { none, wired } = enumerations.sensorType.values;
  const zones = [
    { Index: 0, Name: 'Kitchen', SensType: wired, Temp: 0 },
    { Index: 1, Name: 'Hall', SensType: none, Temp: 0 },
  ];
  const datagrams = { ...nothingInstalled, zone: zones } as unknown as Datagrams;
  assert.deepEqual(
    subjectsOf(datagrams).map(({ name }) => name),
    ['Kitchen'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../text/english.fixture.ts';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { manualActionNames, manualActionTargets, presentValues } from './manual-actions.ts';

const house = {
  ...nothingInstalled,
  unit: [{ SysOn: 1, SysMode: 2, SysFan: 3, Setpoint: 2150 }],
  zone: [{ Index: 0, Name: 'Study' }],
  lighting: [{}],
  lamp: [
    { Index: 0, Name: 'Ceiling', Att: 1 },
    { Index: 1, Name: '', Att: 0 },
    { Index: 2, Name: '', Att: 1 },
  ],
} as unknown as Datagrams;

test('does not offer actions on components that a house does not have', () => {
  assert.deepEqual(manualActionNames(nothingInstalled), []);
  assert.ok(!manualActionNames(house).includes('SplitsOn'));
  assert.ok(manualActionNames(house).includes('UnitPowerCut'));
});

test('does not offer a lamp that was removed, and numbers one without a name', () => {
  assert.deepEqual(manualActionTargets('LampPower', house), [
    { value: 0, label: 'Ceiling' },
    { value: 2, label: 'Lamp 2' },
  ]);
});

test("the form for the unit's panel starts with the current settings", () => {
  assert.deepEqual(presentValues('UnitPanel', house), { On: 1, Mode: 2, Fan: 3, Setpoint: 2150 });
  assert.deepEqual(presentValues('SensorPairing', house), {});
});

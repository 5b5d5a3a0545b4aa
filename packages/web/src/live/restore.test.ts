import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Datagrams, initialDatagram, nothingInstalled } from '@plenum/protocol/component';
import { restoringCommands } from './restore.ts';

const kinds = ['unit', 'zone', 'split', 'vrf'] as const;
const house: Datagrams = {
  ...nothingInstalled,
  unit: [{ ...initialDatagram('unit'), SysOn: 1, SysMode: 1, SysFan: 2, Setpoint: 2300, SleepTimer: 90 }],
  zone: [0, 1].map((Index) => ({
    ...initialDatagram('zone'),
    Index,
    Name: `Z${Index}`,
    Mode: 3,
    Setpoint: 2250,
  })),
  split: [{ ...initialDatagram('split'), Index: 3, On: 0, Mode: 1, Setpoint: 2400 }],
  vrf: [{ ...initialDatagram('vrf'), X: 2, On: 1, Mode: 2, Sp: 2100 }],
};

test('restoring sends no command if nothing changed', () => {
  assert.deepEqual(restoringCommands(house, [house], kinds), []);
});

test('restores every setting that changed: off first, then on after the modes, and timers last', () => {
  const now: Datagrams = {
    ...house,
    unit: [{ ...house.unit[0]!, SysOn: 0, SysMode: 2, SleepTimer: 0 }],
    zone: [
      house.zone[0]!,
      { ...house.zone[1]!, Mode: 2, Setpoint: 2100, Name: 'New', MaxAir: 50, Temp: 3000 },
    ],
    split: [{ ...house.split[0]!, On: 1, Mode: 2 }],
    vrf: [{ ...house.vrf[0]!, On: 0, Sp: 2500 }],
  };
  assert.deepEqual(restoringCommands(house, [now], kinds), [
    ['SplitSystemZoneOn', { Index: 3, On: 0 }],
    ['SysMode', 1],
    ['ZoneMode', { Index: 1, Mode: 3 }],
    ['ZoneSetpoint', { Index: 1, Setpoint: 2250 }],
    ['SplitSystemZoneMode', { Index: 3, Mode: 1 }],
    ['VrfSystemZoneSetpoint', { Index: 2, Setpoint: 2100 }],
    ['SysOn', 1],
    ['VrfSystemZoneOn', { Index: 2, On: 1 }],
    ['SysSleepTimer', 90],
  ]);
});

test('restores a setting whose change was sent but not reported, and each only once', () => {
  const meant = { ...house, unit: [{ ...house.unit[0]!, SysMode: 3 }] };
  const expected = [['SysMode', 1]];
  assert.deepEqual(restoringCommands(house, [meant, house], kinds), expected);
  assert.deepEqual(restoringCommands(house, [meant, meant], kinds), expected);
});

test('does not restore components that were removed or are excluded', () => {
  assert.deepEqual(restoringCommands(house, [nothingInstalled], kinds), []);
  const now = { ...house, unit: [{ ...house.unit[0]!, SysMode: 3 }] };
  assert.deepEqual(restoringCommands(house, [now], ['zone']), []);
});

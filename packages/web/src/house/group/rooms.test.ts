import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Datagrams, initialDatagram, nothingInstalled } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { roomsOf, setRooms, switchOff } from './rooms.ts';

const zone = (Index: number, more: object = {}) => ({
  ...initialDatagram('zone'),
  Index,
  Name: `Z${Index}`,
  SensType: enumerations.sensorType.values.wired,
  Setpoint: 2200,
  ...more,
});
const house: Datagrams = {
  ...nothingInstalled,
  // CtrlZone 15: the unit follows its own setpoint (interface 2.2).
  unit: [{ ...initialDatagram('unit'), SysOn: 1, SysType: 310, RAS: 1, CtrlZone: 15, Setpoint: 2400 }],
  zone: [zone(0), zone(1, { SensType: enumerations.sensorType.values.none }), zone(2, { Setpoint: 2100 })],
  split: [
    { ...initialDatagram('split'), Index: 0, Att: 1, Act: 1, On: 1, Setpoint: 2300 },
    { ...initialDatagram('split'), Index: 1, Att: 1, Act: 0, On: 1, Setpoint: 2300 },
    { ...initialDatagram('split'), Index: 2, Att: 0, Act: 0, On: 1, Setpoint: 2300 },
  ],
  vrf: [
    { ...initialDatagram('vrf'), X: 0, Ac: 1, On: 1, Sp: 2000 },
    { ...initialDatagram('vrf'), X: 4, Ac: 1, On: 1, Sp: 2000 },
  ],
};

test('rooms are zones with a sensor, splits that answer and fan-coils, without the ducted unit', () => {
  assert.deepEqual(
    roomsOf(house).map(({ id }) => id),
    ['zone 0', 'zone 2', 'split 0', 'vrf 4'],
  );
});

test('a setpoint for all rooms is sent where it differs, and to a unit that follows its own', () => {
  assert.deepEqual(setRooms(roomsOf(house), 2100, house), [
    ['ZoneSetpoint', { Index: 0, Setpoint: 2100 }],
    ['SplitSystemZoneSetpoint', { Index: 0, Setpoint: 2100 }],
    ['VrfSystemZoneSetpoint', { Index: 4, Setpoint: 2100 }],
    ['SysSetpoint', 2100],
  ]);
  const led = { ...house, unit: [{ ...house.unit[0]!, RAS: 3, CtrlZone: 0 }] };
  assert.equal(
    setRooms(roomsOf(led), 2100, led).some(([name]) => name === 'SysSetpoint'),
    false,
  );
  const splitsOnly = roomsOf(house).filter(({ id }) => id.startsWith('split'));
  assert.deepEqual(setRooms(splitsOnly, 2100, house), [
    ['SplitSystemZoneSetpoint', { Index: 0, Setpoint: 2100 }],
  ]);
});

test('all off switches off what is on and answers', () => {
  assert.deepEqual(switchOff(house), [
    ['SysOn', 0],
    ['SplitSystemZoneOn', { Index: 0, On: 0 }],
    ['VrfSystemZoneOn', { Index: 4, On: 0 }],
  ]);
  assert.deepEqual(switchOff({ ...house, unit: [{ ...house.unit[0]!, SysOn: 0 }], split: [], vrf: [] }), []);
});

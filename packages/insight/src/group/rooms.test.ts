import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Datagrams, initialDatagram, nothingInstalled } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { roomsOf, setRooms, switchOff } from './rooms.ts';
import { isGroupOn, switchGroup } from './switch-group.ts';

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

test('rooms are zones with a sensor, splits that respond, and fan-coils without ducts', () => {
  assert.deepEqual(
    roomsOf(house).map(({ id }) => id),
    ['zone 0', 'zone 2', 'split 0', 'vrf 4'],
  );
});

test('sets only setpoints that differ, and the unit’s if it follows its own setpoint', () => {
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

test('sends each room the nearest setpoint that it accepts', () => {
  const commandsTo = (setpoint: number) =>
    setRooms(roomsOf(house), setpoint, house).filter(([name]) => /^(Split|Vrf)/.test(name));
  assert.deepEqual(commandsTo(2150), [
    ['SplitSystemZoneSetpoint', { Index: 0, Setpoint: 2150 }],
    ['VrfSystemZoneSetpoint', { Index: 4, Setpoint: 2200 }],
  ]);
  assert.deepEqual(commandsTo(1500), [
    ['SplitSystemZoneSetpoint', { Index: 0, Setpoint: 1700 }],
    ['VrfSystemZoneSetpoint', { Index: 4, Setpoint: 1500 }],
  ]);
  // A split that already has the setpoint gets no command.
  assert.deepEqual(commandsTo(2000), [['SplitSystemZoneSetpoint', { Index: 0, Setpoint: 2000 }]]);
});

test('does not round an invalid setpoint, so that each room refuses it', () => {
  const nearest = (setpoint: number) => roomsOf(house).map((room) => room.nearest(setpoint));
  assert.deepEqual(nearest(2150), [2150, 2150, 2150, 2200]);
  for (const setpoint of [2130, 1450, 3050])
    assert.deepEqual(nearest(setpoint), [setpoint, setpoint, setpoint, setpoint]);
});

test('switches off everything that is on and responds', () => {
  assert.deepEqual(switchOff(house), [
    ['SysOn', 0],
    ['SplitSystemZoneOn', { Index: 0, On: 0 }],
    ['VrfSystemZoneOn', { Index: 4, On: 0 }],
  ]);
  assert.deepEqual(switchOff({ ...house, unit: [{ ...house.unit[0]!, SysOn: 0 }], split: [], vrf: [] }), []);
});

test('a group is on while it has a running split or fan-coil, or a running unit’s open zone', () => {
  const { open, close } = enumerations.zoneMode.values;
  const unitOff = { ...house, unit: [{ ...house.unit[0]!, SysOn: 0 }] };
  const shut = { ...house, zone: house.zone.map((one) => ({ ...one, Mode: close })) };
  const zones = new Set(['zone 0', 'zone 1']);
  assert.equal(isGroupOn({ ...house, zone: [{ ...house.zone[0]!, Mode: open }] }, zones), true);
  assert.equal(isGroupOn({ ...unitOff, zone: [{ ...house.zone[0]!, Mode: open }] }, zones), false);
  assert.equal(isGroupOn(shut, zones), false);
  assert.equal(isGroupOn(shut, new Set(['zone 0', 'split 0'])), true);
  assert.equal(isGroupOn(shut, new Set(['split 1', 'split 2', 'vrf 0'])), false);
  assert.equal(isGroupOn(shut, new Set(['vrf 4'])), true);
});

test('switching a group also switches the unit if no other zone is open', () => {
  const { open, close, auto } = enumerations.zoneMode.values;
  const zones = (...modes: number[]) =>
    house.zone.map((one, place) => ({ ...one, ZoneType: 3, Mode: modes[place]! }));
  const upstairs = new Set(['zone 0', 'zone 1', 'split 0', 'vrf 4']);
  const off = [
    ['ZoneMode', { Index: 0, Mode: close }],
    ['ZoneMode', { Index: 1, Mode: close }],
    ['SplitSystemZoneOn', { Index: 0, On: 0 }],
    ['VrfSystemZoneOn', { Index: 4, On: 0 }],
  ];
  assert.deepEqual(switchGroup({ ...house, zone: zones(auto, open, auto) }, upstairs, false), off);
  assert.deepEqual(switchGroup({ ...house, zone: zones(auto, open, close) }, upstairs, false), [
    ['SysOn', 0],
    ...off,
  ]);
  const unit = [{ ...house.unit[0]!, SysOn: 0 }];
  // Zone 1 has no sensor, so it opens; the others follow their temperature.
  assert.deepEqual(switchGroup({ ...house, unit, zone: zones(close, close, close) }, upstairs, true), [
    ['SysOn', 1],
    ['ZoneMode', { Index: 0, Mode: auto }],
    ['ZoneMode', { Index: 1, Mode: open }],
  ]);
  // A unit that only controls zones cannot be switched on and off (SysType 210, interface 2.1).
  const controller = [{ ...house.unit[0]!, SysType: 210, SysOn: 0 }];
  assert.deepEqual(
    switchGroup({ ...house, unit: controller, zone: zones(open, close, close) }, new Set(['zone 0']), false),
    [['ZoneMode', { Index: 0, Mode: close }]],
  );
  assert.deepEqual(switchGroup({ ...house, zone: zones(auto, auto, auto) }, new Set(['split 1']), false), []);
});

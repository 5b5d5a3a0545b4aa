import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertConforming } from '../room-unit/conforms.fixture.ts';
import { createRoomUnitHouse } from '../room-unit/room-unit-house.fixture.ts';
import { monitor } from './monitor.fixture.ts';

test('the monitor shows five devices of three channels with every field, installed or not', () => {
  const { datagrams } = createRoomUnitHouse({ change: { power: monitor } }).state();
  assertConforming(datagrams, ['power', 'powerStatus']);
  const { Devices, ...settings } = datagrams.power[0]!;
  assert.deepEqual(settings, {
    Enabled: 1,
    Tag1: 'Board',
    Tag2: '',
    Voltage: 240,
    PF: 90,
    CostOfPower: 3150,
    Emissions: 790,
  });
  assert.deepEqual(
    Devices.map(({ Enabled, Channels }) => [Enabled, ...Channels.map((channel) => channel.Enabled)]),
    [
      [1, 1, 1, 1],
      [1, 1, 1, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  );
  assert.deepEqual(
    datagrams.powerStatus[0]!.Dev.map(({ Ok }) => Ok),
    [1, 1, 0, 0, 0],
  );
});

test('a channel on solar panels generates; only one of the whole house counts in the total', () => {
  const { Devices } = createRoomUnitHouse({ change: { power: monitor } }).state().datagrams.power[0]!;
  const flags = Devices.slice(0, 2).flatMap(({ Channels }) =>
    Channels.filter(({ Enabled }) => Enabled === 1).map(({ GrNo, Consum, Generate, AddToTotal }) => [
      GrNo,
      Consum,
      Generate,
      AddToTotal,
    ]),
  );
  assert.deepEqual(flags, [
    [255, 1, 0, 1],
    [1, 1, 0, 0],
    [255, 1, 0, 0],
    [255, 0, 1, 0],
    [255, 1, 0, 0],
  ]);
});

test('counts each consuming channel in the total if none measures the whole house', () => {
  const devices = [{ name: 'Roof', channels: monitor.devices[1]!.channels }];
  const { Devices } = createRoomUnitHouse({ change: { power: { devices } } }).state().datagrams.power[0]!;
  assert.deepEqual(
    Devices[0]!.Channels.map(({ AddToTotal }) => AddToTotal),
    [0, 1, 0],
  );
});

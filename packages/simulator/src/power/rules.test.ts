import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoomUnitHouse } from '../room-unit/room-unit-house.fixture.ts';
import { monitor } from './monitor.fixture.ts';

const name = (Device: number, Channel: number, Name = 'Oven') => ({ ChannelName: { Device, Channel, Name } });

test('ChannelName sets the name of a channel under either spelling of its third key', () => {
  const house = createRoomUnitHouse({ change: { power: monitor } });
  const channels = () => house.state().datagrams.power[0]!.Devices[1]!.Channels;
  assert.equal(house.command(name(1, 1)), 'OK');
  assert.deepEqual(
    channels().map(({ Name }) => Name),
    ['Roof', 'Oven', ''],
  );
  assert.equal(house.command({ ChannelName: { Device: 1, Channel: 0, String: 'Sun' } }), 'OK');
  assert.deepEqual(
    channels().map(({ Name }) => Name),
    ['Sun', 'Oven', ''],
  );
});

test('ChannelName sets the name of a channel that has no name yet, even if it has no load', () => {
  const house = createRoomUnitHouse({ change: { power: monitor } });
  assert.equal(house.state().datagrams.power[0]!.Devices[1]!.Channels[2]!.Name, '');
  assert.equal(house.command(name(1, 2, 'Car')), 'OK');
  const { Name, Enabled } = house.state().datagrams.power[0]!.Devices[1]!.Channels[2]!;
  assert.deepEqual({ Name, Enabled }, { Name: 'Car', Enabled: 0 });
});

test('refuses a device that is not installed and lists the installed ones', () => {
  const house = createRoomUnitHouse({ change: { power: monitor } });
  assert.equal(
    house.command(name(2, 0)),
    'ChannelName.Device: There is no power device 2 in this house; its power devices are 0 and 1.',
  );
  assert.equal(
    createRoomUnitHouse().command(name(0, 0)),
    'ChannelName.Device: This house has no power monitor.',
  );
});

test('setting the name that a channel already has leaves the datagram the same object', () => {
  const house = createRoomUnitHouse({ change: { power: monitor } });
  const before = house.state().datagrams.power;
  assert.equal(house.command(name(1, 0, 'Roof')), 'OK');
  assert.equal(house.state().datagrams.power, before);
});

test('refuses devices above 4, channels above 2 and names above 15 bytes', () => {
  const house = createRoomUnitHouse({ change: { power: monitor } });
  assert.equal(house.command(name(5, 0)), 'ChannelName.Device: There is no device 5. Use 0 to 4.');
  assert.equal(house.command(name(0, 3)), 'ChannelName.Channel: There is no channel 3. Use 0 to 2.');
  assert.equal(
    house.command(name(0, 0, 'Sixteen letters.')),
    'ChannelName.Name: The name is 16 bytes long; it may have at most 15.',
  );
  assert.equal(house.command(name(0, 0, 'Fifteen letters')), 'OK');
});

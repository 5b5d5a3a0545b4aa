import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HouseFile } from '../house-schema/house.ts';
import { createRoomUnitHouse, HOUR, MINUTE, roomUnitHouse } from '../room-unit/room-unit-house.fixture.ts';
import { monitor } from './monitor.fixture.ts';

type House = ReturnType<typeof createRoomUnitHouse>;

/** Monday 2026-01-12 20:00 in Sydney. */
const evening = Date.parse('2026-01-12T09:00:00Z');
const open = (setting: Parameters<typeof createRoomUnitHouse>[0] = {}) =>
  createRoomUnitHouse({ at: evening, ...setting, change: { power: monitor, ...setting.change } });
const status = (house: House) => house.state().datagrams.powerStatus[0]!;
const read = (house: House, device: number, channel: number) => status(house).Dev[device]!.Ch[channel]!.Pwr;
const near = (actual: number, expected: number, share: number) =>
  assert.ok(Math.abs(actual - expected) <= share * expected + 0.5, `${actual} is not near ${expected}`);

test('the monitor takes one reading a minute, numbered in both spellings', () => {
  const house = open();
  const numbers: number[] = [];
  for (let round = 0; round < 5; round++) {
    const { lastReadingNo, LastReadingNo } = status(house);
    assert.equal(lastReadingNo, LastReadingNo);
    numbers.push(lastReadingNo);
    house.advance(30_000);
  }
  assert.deepEqual(numbers, [0, 0, 1, 1, 2]);
});

test('each channel reads within 1 % of its loads’ power, and the whole house their sum', () => {
  const house = open({ outdoors: { temperature: 36 } });
  house.command({ SplitSystemZoneOn: { Index: 0, On: 1 } });
  house.command({ VrfSystemZoneOn: { Index: 4, On: 1 } });
  house.override(({ plant }) => {
    plant.loads.unit = 2000;
    plant.loads.fan = 300;
    plant.loads.pump = 750;
  });
  house.advance(10 * MINUTE);
  const { splits, vrf } = house.state().plant.loads;
  assert.ok(splits > 300 && vrf > 300);
  near(read(house, 0, 1), splits, 0.01);
  near(read(house, 0, 2), vrf, 0.01);
  const base = read(house, 1, 1);
  assert.ok(base >= 0.99 * 210 && base <= 1.01 * 390, `${base}`);
  near(read(house, 0, 0), splits + vrf + 2000 + 300 + 750 + base, 0.02);
});

test('unit, fan, pump and appliances can be measured; a channel without a load reads 0', () => {
  const words = ['ducted unit', 'ducted fan', 'irrigation pump', 'appliances', 'nothing'] as const;
  const channels = words.map((measures) => ({ name: measures.slice(0, 15), measures }));
  const devices = [
    { name: 'A', channels: channels.slice(0, 3) },
    { name: 'B', channels: channels.slice(3) },
  ];
  const rooms = roomUnitHouse.rooms.map((room) => ({ ...room, equipment: 100, usage: 'always' as const }));
  const house = open({ change: { power: { devices }, rooms } });
  house.override(({ plant }) => {
    plant.loads.unit = 2000;
    plant.loads.fan = 300;
    plant.loads.pump = 750;
  });
  house.advance(MINUTE);
  near(read(house, 0, 0), 2000, 0.01);
  near(read(house, 0, 1), 300, 0.01);
  near(read(house, 0, 2), 750, 0.01);
  near(read(house, 1, 0), 600, 0.01);
  assert.equal(read(house, 1, 1), 0);
  assert.equal(house.state().plant.loads.appliances, 600);
});

test('readings of a steady load vary by up to 1 % and are the same in every run of a house', () => {
  const readings = (seed: number) => {
    const devices = [{ name: 'A', channels: [{ name: 'Unit', measures: 'ducted unit' as const }] }];
    const house = open({ change: { seed, power: { devices } } });
    house.override(({ plant }) => {
      plant.loads.unit = 10_000;
    });
    const seen: number[] = [];
    for (let round = 0; round < 30; round++) {
      house.advance(MINUTE);
      seen.push(read(house, 0, 0));
    }
    return seen;
  };
  const first = readings(7);
  assert.deepEqual(readings(7), first);
  assert.notDeepEqual(readings(8), first);
  assert.ok(Math.min(...first) >= 9900 && Math.min(...first) < 9960);
  assert.ok(Math.max(...first) <= 10_100 && Math.max(...first) > 10_040);
});

test('solar panels produce nothing at night and nearly their peak at noon, less if hot', () => {
  const sunny = { beam: 900, diffuse: 100, cloud: 0 };
  const give = (at: string, outdoors: object, place?: HouseFile['place']) => {
    const change = place === undefined ? {} : { place };
    const house = open({ at: Date.parse(at), outdoors, change });
    house.advance(MINUTE);
    return read(house, 1, 0);
  };
  assert.equal(give('2026-01-12T14:00:00Z', { beam: 0, diffuse: 0 }), 0);
  const noon = give('2026-01-12T02:00:00Z', { ...sunny, temperature: 20 });
  // 12.8° off the panels: 877 W/m² of beam, 95 of sky, 9 off the ground; cells at 51 °C.
  near(noon, 5000 * 0.982 * 0.86 * 0.897, 0.015);
  assert.ok(give('2026-01-12T02:00:00Z', { ...sunny, temperature: 40 }) < 0.95 * noon);
  const afternoon = give('2026-01-12T07:00:00Z', { ...sunny, temperature: 20 });
  assert.ok(afternoon < 0.7 * noon, `${afternoon}`);
  const north = { latitude: 50, longitude: 10, timeZone: 'Europe/Berlin' };
  const winter = give('2026-01-12T11:20:00Z', { ...sunny, temperature: 0 }, north);
  assert.ok(winter > 2300 && winter < 3600, `panels face the equator: ${winter}`);
});

test('a silent device keeps its last reading with Ok 0 until it responds again', () => {
  const house = open();
  house.advance(5 * MINUTE);
  const before = status(house).Dev[1]!;
  const silence = (silent: boolean) =>
    house.override(({ plant }) => {
      plant.power!.devices[1]!.silent = silent;
    });
  silence(true);
  house.advance(10 * MINUTE);
  assert.deepEqual(status(house).Dev[1], { ...before, Ok: 0 });
  assert.equal(status(house).Dev[0]!.Ok, 1);
  assert.equal(status(house).lastReadingNo, 15);
  silence(false);
  house.advance(MINUTE);
  assert.equal(status(house).Dev[1]!.Ok, 1);
});

test('batteries run down over two and a half years, and an empty one silences its device', () => {
  const house = open();
  const charge = (share: number) =>
    house.override(({ plant }) => {
      plant.power!.devices[0]!.charge = share;
    });
  const levels = [0.9, 0.6, 0.2, 0.05].map((share) => {
    charge(share);
    house.advance(MINUTE);
    return status(house).Dev[0]!.Batt;
  });
  assert.deepEqual(levels, [3, 2, 1, 0]);
  charge(1);
  house.advance(24 * HOUR);
  const left = house.state().plant.power!.devices[0]!.charge;
  assert.ok(Math.abs((1 - left) * 2.5 * 365 - 1) < 1e-9, `${left}`);
  charge(0);
  house.advance(MINUTE);
  assert.equal(status(house).Dev[0]!.Ok, 0);
});

test('a device that is not enabled is not read', () => {
  const devices = [{ ...monitor.devices[0]!, enabled: false }, monitor.devices[1]!];
  const house = open({ change: { power: { ...monitor, devices } } });
  house.advance(5 * MINUTE);
  assert.deepEqual(
    status(house).Dev.map(({ Ok }) => Ok),
    [0, 1, 0, 0, 0],
  );
  assert.equal(read(house, 0, 0), 0);
  assert.ok(read(house, 1, 1) > 0);
});

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ComponentKind, type Datagrams, initialDatagram } from '@plenum/protocol/component';
import { assumeHouse } from './assumed-house.ts';
import { writeHouse } from './write-house.ts';

/** Returns the house of a bridge with some components, each with its first values except those that are given. */
const assume = (parts: Partial<Record<ComponentKind, readonly object[]>>) => {
  const kinds: readonly ComponentKind[] = [
    'unit',
    'zone',
    'split',
    'splitSystem',
    'vrf',
    'irrigation',
    'station',
    'power',
    'lighting',
    'lamp',
    'wallSwitch',
  ];
  const datagrams = Object.fromEntries(
    kinds.map((kind) => [kind, (parts[kind] ?? []).map((one) => ({ ...initialDatagram(kind), ...one }))]),
  );
  return assumeHouse(datagrams as unknown as Datagrams, 'Europe/Berlin');
};

suite('the house that is assumed behind a real bridge', () => {
  test('is one room if the bridge shows no rooms', () => {
    assert.deepEqual(assume({}), {
      name: 'House',
      place: { latitude: -33.8, longitude: 151.1, timeZone: 'Europe/Berlin' },
      rooms: [{ name: 'House', area: 100 }],
    });
  });

  test('has a room for each zone and unit, with different names', () => {
    const house = assume({
      unit: [{ Tag1: 'Home' }],
      zone: [
        { Index: 0, Name: 'Lounge', Area: 24 },
        { Index: 1, Name: 'Lounge', Area: 0 },
      ],
      split: [{ Index: 3, Name: 'Lounge' }],
      vrf: [
        { X: 0, Name: 'Ducted' },
        { X: 4, Name: 'Attic' },
      ],
    });
    assert.equal(house.name, 'Home');
    assert.deepEqual(house.rooms, [
      { name: 'Lounge', area: 24 },
      { name: 'Lounge 2', area: 15 },
      { name: 'Lounge 3', area: 15 },
      { name: 'Attic', area: 15 },
    ]);
    assert.deepEqual(
      house.ducted!.zones.map(({ room }) => room),
      ['Lounge', 'Lounge 2'],
    );
    assert.deepEqual([house.splits!.units[0]!.index, house.splits!.units[0]!.room], [3, 'Lounge 3']);
    assert.deepEqual(
      house.vrf!.units.map(({ number, room }) => [number, room]),
      [[4, 'Attic']],
    );
  });

  test('keeps a name of 15 bytes, and replaces one that is empty, longer or not printable', () => {
    const nameOf = (Name: unknown) =>
      assume({ unit: [{}], zone: [{ Index: 1, Name }] }).ducted!.zones[0]!.name;
    assert.equal(nameOf('123456789012345'), '123456789012345');
    assert.equal(nameOf(' Den '), 'Den');
    for (const sent of ['1234567890123456', 'äöüäöüäö', '', '  ', 'a\u0007', 7, undefined])
      assert.equal(nameOf(sent), 'Zone 2', JSON.stringify(sent));
  });

  test('keeps capacities and areas that a house can have', () => {
    const unitOf = (unit: object) => {
      const { cooling, airflow } = assume({ unit: [unit] }).ducted!.unit;
      return [cooling, airflow];
    };
    assert.deepEqual(unitOf({ FanUnitCapacity: 14, FanCapacity: 700 }), [14, 700]);
    assert.deepEqual(unitOf({ FanUnitCapacity: 0, FanCapacity: -5 }), [10, 600]);
    assert.deepEqual(unitOf({ FanUnitCapacity: '14', FanCapacity: Number.NaN }), [10, 600]);
    assert.deepEqual(unitOf({ FanUnitCapacity: 0.5, FanCapacity: 20 }), [1, 50]);
    assert.deepEqual(unitOf({ FanUnitCapacity: 900, FanCapacity: 99_999 }), [200, 20_000]);
  });

  test('controls only zones if the bridge is of that type, and saves energy if it does', () => {
    const { unit } = assume({ unit: [{ SysType: 210, iSaveEnable: 1 }] }).ducted!;
    assert.deepEqual([unit.control, unit.iSave], ['zones', true]);
    const other = assume({ unit: [{ SysType: 310, iSaveEnable: 0 }] }).ducted!.unit;
    assert.deepEqual([other.control, other.iSave], [undefined, false]);
  });

  test('has the sizes of its split system and the pairing and brand of each split', () => {
    const splitsOf = (system: object[], split: object) =>
      assume({ splitSystem: system, split: [split] }).splits!;
    const small = splitsOf([{ MaxZones: 5, MaxFavs: 4 }], { Index: 0, Name: 'A', Att: 0, Brand: 1 });
    assert.deepEqual([small.maxZones, small.maxFavourites], [5, 4]);
    assert.deepEqual([small.units[0]!.paired, small.units[0]!.brandFans], [false, true]);
    const unknown = splitsOf([], { Index: 2, Name: '', Att: 1, Brand: 0 });
    assert.deepEqual([unknown.maxZones, unknown.maxFavourites], [14, 9]);
    const [unit] = unknown.units;
    assert.deepEqual([unit!.name, unit!.paired, unit!.brandFans], ['Split 2', true, false]);
  });

  test('numbers stations, channels and devices without a name from 1', () => {
    const house = assume({
      irrigation: [{}],
      station: [
        { Index: 0, Name: 'Lawn' },
        { Index: 1, Name: '' },
      ],
      power: [
        {
          Devices: [
            {
              Name: '',
              Enabled: 1,
              Channels: [
                { Name: '', Enabled: 1, Generate: 1 },
                { Name: 'Oven', Enabled: 1, Generate: 0 },
                { Name: '', Enabled: 0, Generate: 1 },
              ],
            },
            { Name: '', Enabled: 0, Channels: [] },
          ],
        },
      ],
    });
    assert.deepEqual(house.irrigation!.stations, [{ name: 'Lawn' }, { name: 'Station 2' }]);
    assert.deepEqual(house.power!.devices, [
      {
        name: 'Device 1',
        enabled: true,
        channels: [
          { name: 'Channel 1', measures: 'solar' },
          { name: 'Oven', measures: 'nothing' },
          { name: 'Channel 3', measures: 'nothing' },
        ],
      },
    ]);
    assert.equal(assume({ irrigation: [{}] }).irrigation, undefined);
    assert.equal(assume({ power: [{ Devices: [] }] }).power, undefined);
  });

  test('puts a lamp into the room that its page is named after, or into the first', () => {
    const house = assume({
      unit: [{}],
      zone: [
        { Index: 0, Name: 'Lounge' },
        { Index: 1, Name: 'Den' },
      ],
      lighting: [{ Pg1N: 'Den', Pg2N: 'Garden' }],
      lamp: [
        { Index: 0, Name: 'One', PgNo: 0 },
        { Index: 1, Name: '', PgNo: 1 },
      ],
      wallSwitch: [{ NoBut: 3 }, { NoBut: 0 }],
    });
    assert.deepEqual(
      house.lighting!.lamps.map(({ name, room }) => [name, room]),
      [
        ['One', 'Den'],
        ['Lamp 1', 'Lounge'],
      ],
    );
    assert.deepEqual(
      house.lighting!.switches!.map(({ buttons }) => buttons.length),
      [3, 1],
    );
    assert.equal(assume({ lighting: [{}] }).lighting, undefined);
  });

  test('names in its comments each part with assumed values, unlike a house that was simulated', () => {
    const house = assume({
      unit: [{}],
      zone: [{ Index: 0 }],
      split: [{ Index: 0 }],
      vrf: [{ X: 1 }],
      power: [{ Devices: [{ Name: 'A', Enabled: 1, Channels: [] }] }],
      lighting: [{}],
      lamp: [{ Index: 0 }],
    });
    const commentsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('#'));
    const comments = commentsOf(writeHouse(house, true));
    for (const part of Object.keys(house).filter((key) => key !== 'name'))
      assert.ok(
        comments.some((line) => new RegExp(`^#  .*\\b${part}\\b`).test(line)),
        part,
      );
    assert.ok(commentsOf(writeHouse(house)).length < comments.length - 6);
  });
});

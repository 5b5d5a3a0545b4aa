import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertConforming } from '../room-unit/conforms.fixture.ts';
import { createRoomUnitHouse, roomUnitHouse } from '../room-unit/room-unit-house.fixture.ts';

test('every split datagram has each field of interface 2.5 and 2.6, in order of index', () => {
  const { datagrams } = createRoomUnitHouse().state();
  assertConforming(datagrams, ['splitSystem', 'split', 'splitFavourite']);
  assert.deepEqual(datagrams.splitSystem, [{ Beep: 0, MaxZones: 14, MaxFavs: 4 }]);
  assert.deepEqual(
    datagrams.split.map(({ Index, Att, Act, Brand, AllOn, AllOff }) => [
      Index,
      Att,
      Act,
      Brand,
      AllOn,
      AllOff,
    ]),
    [
      [0, 1, 1, 0, 1, 1],
      [3, 1, 1, 1, 1, 0],
      [5, 0, 0, 0, 1, 1],
    ],
  );
});

test('there are as many split favourites as the system allows, unused ones without a name', () => {
  const four = createRoomUnitHouse().state().datagrams.splitFavourite;
  assert.deepEqual(
    four.map(({ Name }) => Name),
    ['Evening', 'Leave', '', ''],
  );
  const { maxFavourites: _, ...splits } = roomUnitHouse.splits!;
  const nine = createRoomUnitHouse({ change: { splits } }).state().datagrams.splitFavourite;
  assert.equal(nine.length, 9);
  const { Enabled, StartH, StartM, StopH, StopM, Zones } = nine[8]!;
  assert.deepEqual([Enabled, StartH, StartM, StopH, StopM, Zones], [0, 31, 63, 31, 63, []]);
});

test('a favourite’s entry is index, on, mode, fan, setpoint, swing, or the unit’s own', () => {
  const { datagrams, plant } = createRoomUnitHouse().state();
  assert.deepEqual(datagrams.splitFavourite[0]!.Zones, [
    [0, 1, 1, 4, 2200, 0],
    [3, 1, 2, 7, 2000, 3],
  ]);
  assert.deepEqual(plant.splitFavourites[0]!.sleeps, [2, ...new Array(13).fill(0)]);
});

test('a split that is not paired is off, even if the house file switches it on', () => {
  const units = [{ index: 2, name: 'A', room: 'Den', cooling: 2, paired: false, on: true }];
  const house = createRoomUnitHouse({ change: { splits: { units } } });
  assert.deepEqual([house.split(2).On, house.split(2).Att], [0, 0]);
});

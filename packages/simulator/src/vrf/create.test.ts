import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertConforming } from '../room-unit/conforms.fixture.ts';
import { createRoomUnitHouse } from '../room-unit/room-unit-house.fixture.ts';
import { mirrorDucted, toMirror } from './mirror.ts';

const ducted = { unit: { cooling: 14, airflow: 800 }, zones: [] };

test('every datagram of the VRF system has each field of interface 2.7, in order of unit number', () => {
  const { datagrams } = createRoomUnitHouse({ indoors: 21.26 }).state();
  assertConforming(datagrams, ['vrf', 'vrfFavourite']);
  assert.deepEqual(
    datagrams.vrf.map(({ X, Ms, Rs, Rf, Ra, Er }) => [X, Ms, Rs, Rf, Ra, Er]),
    [
      [2, 1, 0, 0, 2130, ' OK'],
      [4, 0, 1, 1, 2130, ' OK'],
      [7, 0, 0, 0, 2130, ' OK'],
    ],
  );
});

test('there are nine VRF favourites; those that the house file omits have no name and no times', () => {
  const { vrfFavourite } = createRoomUnitHouse().state().datagrams;
  assert.equal(vrfFavourite.length, 9);
  assert.deepEqual(vrfFavourite[0]!.Units, [
    [4, 1, 1, 4, 2100, 0],
    [7, 0, 1, 4, 2300, 0],
  ]);
  const { Name, Enabled, StartH, StartM, StopH, StopM, Units } = vrfFavourite[8]!;
  assert.deepEqual([Name, Enabled, StartH, StartM, StopH, StopM, Units], ['', 0, 31, 63, 31, 63, []]);
});

test('a house with a ducted system shows it as unit 0, and one without has no unit 0', () => {
  const house = createRoomUnitHouse({
    change: { ducted: { ...ducted, unit: { ...ducted.unit, setpoint: 22.5 } } },
  });
  assertConforming(house.state().datagrams, ['vrf']);
  const { X, On, Mode, Sp, Ms } = house.state().datagrams.vrf[0]!;
  assert.deepEqual({ X, On, Mode, Sp, Ms }, { X: 0, On: 0, Mode: 1, Sp: 2300, Ms: 0 });
  assert.equal(house.state().plant.vrfs.length, 4);
  assert.equal(
    createRoomUnitHouse()
      .state()
      .datagrams.vrf.some((unit) => unit.X === 0),
    false,
  );
});

test('modes and fans of the ducted unit show as the nearest that a fan-coil has', () => {
  const unit = createRoomUnitHouse({ change: { ducted } }).state().datagrams.unit[0]!;
  const modes = [0, 1, 2, 3, 4, 5, 6, 7].map((SysMode) => toMirror({ ...unit, SysMode }).Mode);
  assert.deepEqual(modes, [3, 1, 2, 3, 4, 5, 3, 3]);
  const fans = [0, 1, 2, 3, 4, 5, 99].map((SysFan) => toMirror({ ...unit, SysFan }).Fan);
  assert.deepEqual(fans, [3, 1, 2, 3, 4, 3, 3]);
  const { Tmr, TmrL, Ra, Er } = toMirror({
    ...unit,
    SleepTimer: 90,
    SleepTimerM: 61,
    Temp: 2140,
    ACError: 'E01',
  });
  assert.deepEqual([Tmr, TmrL, Ra, Er], [3, 61, 2140, 'E01']);
});

test('unit 0 follows the ducted unit, and stays the same object while that unit does not change', () => {
  const house = createRoomUnitHouse({ change: { ducted } });
  house.override(({ datagrams }) => {
    datagrams.unit[0] = { ...datagrams.unit[0]!, SysOn: 1, SysMode: 2 };
  });
  house.advance(30_000);
  const shown = house.vrf(0);
  assert.deepEqual([shown.On, shown.Mode], [1, 2]);
  house.advance(300_000);
  assert.equal(house.vrf(0), shown);
});

test('a VRF unit does not start with a swing that it does not allow', () => {
  const units = [
    { number: 1, name: 'A', room: 'Den', cooling: 3, swing: 'both', swings: 'vertical' },
    { number: 2, name: 'B', room: 'Attic', cooling: 3, swing: 'vertical', swings: 'vertical' },
  ] as const;
  const house = createRoomUnitHouse({ change: { vrf: { units } } });
  assert.deepEqual([house.vrf(1).Sw, house.vrf(2).Sw], [0, 2]);
});

test('unit 0 shows every change to a member that the ducted unit and a fan-coil share', () => {
  for (const [change, member, value] of [
    [{ SysOn: 1 }, 'On', 1],
    [{ SysMode: 2 }, 'Mode', 2],
    [{ SysFan: 1 }, 'Fan', 1],
    [{ Setpoint: 2700 }, 'Sp', 2700],
    [{ Temp: 2740 }, 'Ra', 2740],
    [{ ACError: 'E09' }, 'Er', 'E09'],
    [{ SleepTimer: 60 }, 'Tmr', 2],
    [{ SleepTimerM: 59 }, 'TmrL', 59],
  ] as const) {
    const house = createRoomUnitHouse({ change: { ducted } });
    house.override((draft) => {
      draft.datagrams.unit[0] = { ...draft.datagrams.unit[0]!, ...change };
      mirrorDucted(draft);
    });
    assert.equal(house.vrf(0)[member], value);
  }
});

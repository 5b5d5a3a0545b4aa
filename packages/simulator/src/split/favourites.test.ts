import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoomUnitHouse, HOUR, MINUTE, roomUnitHouse } from '../room-unit/room-unit-house.fixture.ts';
import { switchAllSplits } from './set.ts';

test('a favourite starts at its time with the settings and the sleep timer of each split', () => {
  const house = createRoomUnitHouse();
  house.advance(59.5 * MINUTE);
  assert.equal(house.split(0).On, 0);
  house.advance(0.5 * MINUTE);
  const { On, Mode, Fan, Setpoint, Swing, Sleep } = house.split(0);
  assert.deepEqual([On, Mode, Fan, Setpoint, Swing, Sleep], [1, 1, 4, 2200, 0, 2]);
  const bedroom = house.split(3);
  assert.deepEqual(
    [bedroom.On, bedroom.Mode, bedroom.Fan, bedroom.Setpoint, bedroom.Swing, bedroom.Sleep],
    [1, 2, 7, 2000, 3, 0],
  );
  house.advance(HOUR);
  assert.equal(house.split(0).On, 0, "the favourite's timer has ended");
});

test('a favourite that switches a split off does not start its timer', () => {
  const house = createRoomUnitHouse();
  house.command({ SplitSystemZoneOn: { Index: 0, On: 1 } });
  house.command({
    SplitSystemChangeSplitFavourite: {
      SplitIndex: 0,
      FavouriteIndex: 0,
      Apply: 1,
      On: 0,
      Mode: 1,
      Fan: 4,
      Swing: 0,
      Sleep: 2,
      Setpoint: 2200,
    },
  });
  house.advance(HOUR);
  assert.deepEqual([house.split(0).On, house.split(0).Sleep], [0, 0]);
});

test('a favourite that stops switches off the splits that it switched on', () => {
  const house = createRoomUnitHouse();
  house.advance(HOUR);
  house.command({ SplitSystemZoneSleepTimer: { Index: 0, Sleep: 0 } });
  house.advance(2.5 * HOUR - 30_000);
  assert.deepEqual([house.split(0).On, house.split(3).On], [1, 1]);
  house.advance(30_000);
  assert.deepEqual([house.split(0).On, house.split(3).On], [0, 0], 'a favourite without AllOff also does');
});

const overlapping = (units: 'split' | 'vrf') => {
  const favourites = [
    {
      name: 'One',
      enabled: true,
      start: '13:00',
      stop: '14:00',
      units: [0, 1].map((n) => ({ unit: units === 'split' ? 3 * n : 4 + 3 * n, on: true })),
    },
    {
      name: 'Two',
      enabled: true,
      start: '13:30',
      stop: '15:00',
      units: [{ unit: units === 'split' ? 3 : 7, on: true }],
    },
    { name: 'Off', enabled: true, stop: '14:30', units: [{ unit: units === 'split' ? 3 : 7, on: true }] },
  ];
  return favourites;
};

test('a favourite that stops leaves splits on that another favourite has switched on since', () => {
  const [one, two, off] = overlapping('split');
  const splits = { ...roomUnitHouse.splits!, favourites: [one!, two!] };
  const house = createRoomUnitHouse({ change: { splits } });
  house.advance(2 * HOUR);
  assert.deepEqual([house.split(0).On, house.split(3).On], [0, 1]);
  house.advance(HOUR);
  assert.equal(house.split(3).On, 0);
  const stopped = createRoomUnitHouse({ change: { splits: { ...splits, favourites: [one!, two!, off!] } } });
  stopped.advance(2.5 * HOUR);
  assert.equal(stopped.split(3).On, 0, 'a favourite without a start stops everything that runs');
});

test('a VRF favourite that stops leaves units on that another has switched on since', () => {
  const [one, two] = overlapping('vrf');
  const vrf = { ...roomUnitHouse.vrf!, favourites: [one!, two!] };
  const house = createRoomUnitHouse({ change: { vrf } });
  house.advance(2 * HOUR);
  assert.deepEqual([house.vrf(4).On, house.vrf(7).On], [0, 1]);
  house.advance(HOUR);
  assert.equal(house.vrf(7).On, 0);
});

test('a favourite skips a split out of its module’s reach, and starts one without AllOn', () => {
  const house = createRoomUnitHouse();
  house.override(({ plant, datagrams }) => {
    plant.splits[1]!.silent = true;
    datagrams.split[0] = { ...datagrams.split[0]!, AllOn: 0 };
  });
  const bedroom = house.split(3);
  house.advance(HOUR);
  assert.deepEqual({ ...house.split(3), Act: 1 }, bedroom);
  assert.deepEqual([house.split(0).On, house.split(0).Setpoint, house.split(0).Sleep], [1, 2200, 2]);
});

test('all on and all off affect the splits that are paired and flagged for it', () => {
  const house = createRoomUnitHouse();
  house.override((draft) => switchAllSplits(draft, 1));
  assert.deepEqual(
    [0, 3, 5].map((index) => house.split(index).On),
    [1, 1, 0],
  );
  house.override((draft) => switchAllSplits(draft, 0));
  assert.deepEqual(
    [0, 3, 5].map((index) => house.split(index).On),
    [0, 1, 0],
  );
});

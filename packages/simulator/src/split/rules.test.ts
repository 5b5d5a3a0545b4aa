import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoomUnitHouse } from '../room-unit/room-unit-house.fixture.ts';

const times = { StartH: 6, StartM: 30, StopH: 8, StopM: 0 };
const everyDay = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };
const weekend = { M: 0, Tu: 0, W: 0, Th: 0, F: 0, Sa: 1, Su: 1 };
const change = {
  SplitIndex: 3,
  FavouriteIndex: 2,
  Apply: 1,
  On: 1,
  Mode: 2,
  Fan: 7,
  Swing: 1,
  Sleep: 4,
  Setpoint: 1950,
};
const changed = (members: Partial<typeof change>) => ({
  SplitSystemChangeSplitFavourite: { ...change, ...members },
});

test('SplitSystemZoneOn switches a split on and off', () => {
  const house = createRoomUnitHouse();
  assert.equal(house.command({ SplitSystemZoneOn: { Index: 0, On: 1 } }), 'OK');
  assert.equal(house.split(0).On, 1);
  assert.equal(house.command({ SplitSystemZoneOn: { Index: 0, On: 0 } }), 'OK');
  assert.equal(house.split(0).On, 0);
});

test('each SplitSystemZone command sets only its own member, and only in the addressed split', () => {
  const house = createRoomUnitHouse();
  const before = house.split(0);
  for (const [body, member, value] of [
    [{ SplitSystemZoneMode: { Index: 3, Mode: 4 } }, 'Mode', 4],
    [{ SplitSystemZoneFan: { Index: 3, Fan: 2 } }, 'Fan', 2],
    [{ SplitSystemZoneSetpoint: { Index: 3, Setpoint: 1700 } }, 'Setpoint', 1700],
    [{ SplitSystemZoneSetpoint: { Index: 3, Setpoint: 3000 } }, 'Setpoint', 3000],
    [{ SplitSystemZoneSwing: { Index: 3, Swing: 3 } }, 'Swing', 3],
    [{ SplitSystemZoneSleepTimer: { Index: 3, Sleep: 7 } }, 'Sleep', 7],
    [{ SplitSystemZoneName: { Index: 3, Name: 'Main bedroom' } }, 'Name', 'Main bedroom'],
  ] as const) {
    assert.equal(house.command(body), 'OK');
    assert.equal(house.split(3)[member], value);
  }
  assert.equal(house.split(0), before);
});

test('accepts fan speeds 5 to 7 only for splits that have the brand set', () => {
  const house = createRoomUnitHouse();
  for (const Fan of [5, 6, 7]) {
    assert.equal(house.command({ SplitSystemZoneFan: { Index: 3, Fan } }), 'OK');
    assert.equal(
      house.command({ SplitSystemZoneFan: { Index: 0, Fan } }),
      `SplitSystemZoneFan.Fan: Fan speed ${Fan} is not available: split 0 has the plain fan speeds, 1 to 4.`,
    );
  }
  assert.equal(house.command({ SplitSystemZoneFan: { Index: 0, Fan: 4 } }), 'OK');
  assert.equal(house.split(0).Fan, 4);
});

test('refuses every command to a split that is not installed, not paired or out of reach', () => {
  const house = createRoomUnitHouse();
  house.override(({ plant }) => {
    plant.splits[1]!.silent = true;
  });
  house.advance(30_000);
  for (const [name, rest] of [
    ['SplitSystemZoneOn', { On: 1 }],
    ['SplitSystemZoneMode', { Mode: 1 }],
    ['SplitSystemZoneFan', { Fan: 1 }],
    ['SplitSystemZoneSetpoint', { Setpoint: 2200 }],
    ['SplitSystemZoneSwing', { Swing: 0 }],
    ['SplitSystemZoneSleepTimer', { Sleep: 0 }],
    ['SplitSystemZoneName', { Name: 'Shed' }],
  ] as const) {
    assert.equal(
      house.command({ [name]: { Index: 4, ...rest } }),
      `${name}.Index: There is no split 4 in this house; its splits are 0, 3 and 5.`,
    );
    assert.equal(house.command({ [name]: { Index: 5, ...rest } }), `${name}.Index: Split 5 is not paired.`);
    assert.equal(
      house.command({ [name]: { Index: 3, ...rest } }),
      `${name}.Index: Split 3 does not respond: its module cannot reach it.`,
    );
  }
});

test('a house without splits refuses every split command', () => {
  const house = createRoomUnitHouse({ without: ['splits'] });
  const body = { SplitSystemZoneOn: { Index: 0, On: 1 } };
  assert.equal(house.command(body), 'SplitSystemZoneOn.Index: This house has no split system.');
  const name = { SplitSystemFavouriteName: { Index: 0, Name: 'Day' } };
  assert.equal(house.command(name), 'SplitSystemFavouriteName.Index: This house has no split system.');
  assert.equal(
    house.command(changed({})),
    'SplitSystemChangeSplitFavourite.SplitIndex: This house has no split system.',
  );
});

test('refuses a split favourite beyond the number that the system has', () => {
  const house = createRoomUnitHouse();
  const missing = 'There is no split favourite 4 in this house; its split favourites are 0, 1, 2 and 3.';
  for (const [name, rest] of [
    ['SplitSystemFavouriteName', { Name: 'Day' }],
    ['SplitSystemScheduleEnable', { En: 1 }],
    ['SplitSystemScheduleSettings', { ...times, DaysEnabled: weekend }],
  ] as const) {
    assert.equal(house.command({ [name]: { Index: 4, ...rest } }), `${name}.Index: ${missing}`);
  }
  assert.equal(house.command({ SplitSystemFavouriteName: { Index: 3, Name: 'Day' } }), 'OK');
  assert.equal(
    house.command(changed({ FavouriteIndex: 4 })),
    `SplitSystemChangeSplitFavourite.FavouriteIndex: ${missing}`,
  );
});

test('a split favourite without a name cannot be enabled; an empty name disables it', () => {
  const house = createRoomUnitHouse();
  const enable = { SplitSystemScheduleEnable: { Index: 2, En: 1 } };
  assert.equal(
    house.command(enable),
    'SplitSystemScheduleEnable.Index: Favourite 2 is unused. Give it a name first.',
  );
  assert.equal(house.command({ SplitSystemScheduleEnable: { Index: 2, En: 0 } }), 'OK');
  assert.equal(house.command({ SplitSystemFavouriteName: { Index: 2, Name: 'Day' } }), 'OK');
  assert.equal(house.command(enable), 'OK');
  const favourite = () => house.state().datagrams.splitFavourite[2]!;
  assert.deepEqual([favourite().Name, favourite().Enabled], ['Day', 1]);
  assert.equal(house.command({ SplitSystemFavouriteName: { Index: 2, Name: '' } }), 'OK');
  assert.deepEqual([favourite().Name, favourite().Enabled], ['', 0]);
});

test('SplitSystemScheduleSettings stores times and days unchanged, even beyond the day', () => {
  const house = createRoomUnitHouse();
  const send = (members: object) =>
    house.command({ SplitSystemScheduleSettings: { Index: 1, ...times, DaysEnabled: weekend, ...members } });
  assert.equal(send({ StartH: 255, StopM: 60 }), 'OK');
  const { StartH, StartM, StopH, StopM, DaysEnabled } = house.state().datagrams.splitFavourite[1]!;
  assert.deepEqual({ StartH, StartM, StopH, StopM }, { StartH: 255, StartM: 30, StopH: 8, StopM: 60 });
  assert.deepEqual(DaysEnabled, weekend);
});

test('SplitSystemChangeSplitFavourite adds, changes and removes a favourite’s split', () => {
  const house = createRoomUnitHouse();
  const zones = () => house.state().datagrams.splitFavourite[2]!.Zones;
  const sleeps = () => house.state().plant.splitFavourites[2]!.sleeps;
  assert.equal(house.command(changed({})), 'OK');
  assert.equal(house.command(changed({ SplitIndex: 0, Fan: 4, On: 0, Sleep: 0 })), 'OK');
  assert.deepEqual(zones(), [
    [0, 0, 2, 4, 1950, 1],
    [3, 1, 2, 7, 1950, 1],
  ]);
  assert.equal(sleeps()[3], 4);
  assert.equal(house.command(changed({ Setpoint: 2000, Sleep: 1 })), 'OK');
  assert.deepEqual(zones()[1], [3, 1, 2, 7, 2000, 1]);
  assert.equal(sleeps()[3], 1);
  assert.equal(house.command(changed({ Apply: 0 })), 'OK');
  assert.deepEqual(zones(), [[0, 0, 2, 4, 1950, 1]]);
  assert.equal(sleeps()[3], 0);
});

test('SplitSystemChangeSplitFavourite refuses a missing split and a fan speed it lacks', () => {
  const house = createRoomUnitHouse();
  const name = 'SplitSystemChangeSplitFavourite';
  assert.equal(
    house.command(changed({ SplitIndex: 13 })),
    `${name}.SplitIndex: There is no split 13 in this house; its splits are 0, 3 and 5.`,
  );
  assert.equal(house.command(changed({ SplitIndex: 5 })), `${name}.SplitIndex: Split 5 is not paired.`);
  assert.equal(
    house.command(changed({ SplitIndex: 0 })),
    `${name}.Fan: Fan speed 7 is not available: split 0 has the plain fan speeds, 1 to 4.`,
  );
  assert.equal(house.command(changed({ SplitIndex: 0, Apply: 0 })), 'OK');
});

test('a split command without effect leaves every datagram the same object', () => {
  const house = createRoomUnitHouse();
  house.command(changed({}));
  house.command({
    SplitSystemScheduleSettings: { Index: 1, ...times, DaysEnabled: everyDay },
  });
  const before = house.state().datagrams;
  for (const body of [
    { SplitSystemZoneOn: { Index: 0, On: 0 } },
    { SplitSystemZoneMode: { Index: 0, Mode: 1 } },
    { SplitSystemZoneFan: { Index: 0, Fan: 4 } },
    { SplitSystemZoneSetpoint: { Index: 0, Setpoint: 2400 } },
    { SplitSystemZoneSwing: { Index: 0, Swing: 0 } },
    { SplitSystemZoneSleepTimer: { Index: 0, Sleep: 0 } },
    { SplitSystemZoneName: { Index: 0, Name: 'Lounge' } },
    { SplitSystemFavouriteName: { Index: 0, Name: 'Evening' } },
    { SplitSystemScheduleEnable: { Index: 0, En: 1 } },
    { SplitSystemScheduleSettings: { Index: 1, ...times, DaysEnabled: { ...everyDay } } },
    changed({}),
    changed({ FavouriteIndex: 3, Apply: 0 }),
  ]) {
    assert.equal(house.command(body), 'OK', JSON.stringify(body));
    const { split, splitFavourite } = house.state().datagrams;
    assert.equal(split, before.split, JSON.stringify(body));
    assert.equal(splitFavourite, before.splitFavourite, JSON.stringify(body));
  }
});

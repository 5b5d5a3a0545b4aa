import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enumerations } from '@plenum/protocol/field';
import { createLitHouse, lamps } from './lit-house.fixture.ts';

test('a lamp can be switched, dimmed and coloured only within the abilities of its kind', () => {
  const house = createLitHouse();
  const { ceiling, fan, dimmer } = lamps;
  assert.equal(house.command({ LiOn: { No: ceiling, On: 1 } }), 'OK');
  assert.equal(house.command({ LiBright: { No: ceiling, Bright: 28.999999999999996 } }), 'OK');
  assert.equal(house.command({ LiRgb: { No: ceiling, R: 10, G: 20, B: 30 } }), 'OK');
  const { On, Brig, R, G, B, Rgb } = house.lamp(ceiling);
  assert.deepEqual({ On, Brig, R, G, B, Rgb }, { On: 1, Brig: 29, R: 10, G: 20, B: 30, Rgb: 1 });

  assert.equal(
    house.command({ LiBright: { No: fan, Bright: 50 } }),
    'Brightness is not available: lamp 3 only switches.',
  );
  assert.equal(house.command({ LiBright: { No: dimmer, Bright: 50 } }), 'OK');
  assert.match(house.command({ LiRgb: { No: dimmer, R: 1, G: 1, B: 1 } }), /^Colour is not available: /);
  assert.equal(
    house.command({ LiOn: { No: 9, On: 1 } }),
    'LiOn.No: There is no lamp 9 in this house; its lamps are 0, 1, 2, 3, 4, 5, 6, 7 and 8.',
  );
});

test('brightness below the limit of a dimmer is raised to that limit', () => {
  const house = createLitHouse();
  house.command({ CacdLimitChange: { No: lamps.dimmer, CacdLimit: 20 } });
  house.command({ LiBright: { No: lamps.dimmer, Bright: 5 } });
  assert.equal(house.lamp(lamps.dimmer).Brig, 20);
});

test('a garage door moves, shuts after 15 s, stops at a press and reverses at the next', () => {
  const house = createLitHouse();
  const press = () => assert.equal(house.command({ LiOn: { No: lamps.door, On: 1 } }), 'OK');
  const reed = () => house.lamp(lamps.door).Reed;
  assert.equal(reed(), 1);
  press();
  assert.equal(reed(), 0);
  house.pass(15);
  press();
  house.pass(14);
  assert.equal(reed(), 0);
  house.pass(1);
  assert.equal(reed(), 1);

  press();
  house.pass(7);
  press();
  house.pass(60);
  assert.equal(reed(), 0);
  press();
  house.pass(7);
  assert.equal(reed(), 1);
});

test('moves a garage door only by a command to the door itself', () => {
  const house = createLitHouse();
  const isShut = (why: string) => {
    house.pass(20);
    assert.equal(house.lamp(lamps.door).Reed, 1, why);
  };
  house.command({ LiGroup: { No: lamps.door, Group: 1 } });
  house.command({ LiAllOn: { On: 1 } });
  isShut('all on');
  house.command({ LiAllOff: { Off: 1 } });
  isShut('all off');
  house.command({ LiFavAct: { No: 0 } });
  isShut('a favourite');
  house.command({ LiHoliday: { Hol: 1 } });
  house.pass(24 * 3600);
  isShut('a holiday');
  assert.equal(house.override({ name: 'SwitchPress', body: { Switch: 0, Button: 1 } }), 'OK');
  isShut('a wall switch');
  house.override({ name: 'LightingPower', body: 0 });
  house.override({ name: 'LightingPower', body: 1 });
  isShut('the return of power');
  house.command({
    LiLampAlarm: { No: lamps.door, AlH: 11, AlM: 0, M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1, En: 1 },
  });
  house.pass(24 * 3600);
  isShut('an alarm');
  const { 'voltage-free relay': relay, 'voltage-free relay as garage door': byRelay } =
    enumerations.deviceType.values;
  house.command({ DeviceTypeChange: { No: lamps.door, Type: relay } });
  house.command({ LiAllOn: { On: 1 } });
  house.command({ DeviceTypeChange: { No: lamps.door, Type: byRelay } });
  isShut('another type');
});

test('an open garage door stays open, and is shown as open, even if its type is changed', () => {
  const house = createLitHouse();
  const { 'outlet as garage door': byOutlet, relay } = enumerations.deviceType.values;
  house.command({ LiOn: { No: lamps.door, On: 1 } });
  house.pass(20);
  for (const Type of [byOutlet, relay, byOutlet]) {
    assert.equal(house.command({ DeviceTypeChange: { No: lamps.door, Type } }), 'OK');
    house.pass(20);
  }
  assert.equal(house.lamp(lamps.door).Reed, 0);
  assert.equal(house.command({ LiOn: { No: lamps.door, On: 1 } }), 'OK');
  house.pass(20);
  assert.equal(house.lamp(lamps.door).Reed, 1);
});

test('a blind stops half way and keeps the sun out', () => {
  const house = createLitHouse();
  const { blind } = lamps;
  assert.equal(house.command({ CbldDrive: { No: blind, Mode: 0 } }), 'OK');
  house.pass(10);
  assert.equal(house.lamp(blind).Pos, 50);
  house.command({ CbldDrive: { No: blind, Mode: 2 } });
  house.pass(60);
  assert.equal(house.lamp(blind).Pos, 50);
  assert.match(
    house.command({ CbldDrive: { No: lamps.fan, Mode: 1 } }),
    /^A blind is not available: lamp 3 is not a blind\.$/,
  );
});

test('a lamp that is off at the wall accepts settings but no operation', () => {
  const house = createLitHouse();
  house.override({ name: 'LampPower', body: { Lamp: lamps.ceiling, On: 0 } });
  assert.equal(
    house.command({ LiOn: { No: lamps.ceiling, On: 1 } }),
    'Lamp 0 is not available: it has no power.',
  );
  assert.equal(house.command({ LiName: { No: lamps.ceiling, Name: 'Above' } }), 'OK');
});

test('a favourite saves the state of its lamps and restores it', () => {
  const house = createLitHouse();
  house.command({ LiOn: { No: 0, On: 1 } });
  house.command({ LiBright: { No: 0, Bright: 30 } });
  assert.equal(house.command({ LiFavSet: { No: 2, Ap: '101' } }), 'OK');
  assert.deepEqual(
    house.shown().lightFavourite[2]!.iLightFav.map(({ X, S }) => [X, S]),
    [
      [0, '1,30,50,255,255,255,0,0,1,1'],
      [2, '0,100,50,255,255,255,0,0,1,1'],
    ],
  );
  assert.equal(house.command({ LiFavAct: { No: 2 } }), 'Favourite 2 is unused. Give it a name first.');
  house.command({ LiFavName: { No: 2, Name: 'Reading' } });
  house.command({ LiAllOff: { Off: 1 } });
  house.command({ LiFavAct: { No: 2 } });
  assert.deepEqual([house.lamp(0).On, house.lamp(0).Brig], [1, 30]);
});

test('a wall switch performs its configured function and is shown as the last button', () => {
  const house = createLitHouse();
  const press = (Switch: number, Button: number) =>
    house.override({ name: 'SwitchPress', body: { Switch, Button } });
  press(0, 1);
  assert.deepEqual([house.lamp(0).On, house.lamp(1).On, house.lamp(2).On], [1, 1, 0]);
  assert.deepEqual(house.shown().lastButton[0], { Sw: 0, But: 1 });
  press(0, 2);
  assert.equal(house.lamp(0).On, 0);
  press(0, 3);
  assert.equal(house.shown().unit[0]!.SysOn, 1);
  press(1, 1);
  assert.equal(house.shown().zone[0]!.Mode, 2);
  assert.equal(
    press(1, 3),
    'SwitchPress.Button: There is no button 3 in this house; its buttons are 1 and 2.',
  );
  assert.equal(
    house.command({
      SwConfig: {
        No: 1,
        LiNo: 255,
        OccSys: 0,
        OccNo: 255,
        But1Sys: 5,
        But1No: 255,
        But2Sys: 0,
        But2No: 255,
        But3Sys: 0,
        But3No: 255,
      },
    }),
    'OK',
  );
  press(1, 1);
  assert.equal(house.lamp(2).On, 1);
});

test('a lamp is off, as before or full white after a power cut, as it or the system is set', () => {
  const house = createLitHouse();
  house.command({ LiAllOn: { On: 1 } });
  house.command({ LiPwrOn: { PwrOn: 1 } });
  house.command({ IndividualLiPwrOn: { No: 1, LiPwrOn: 1 } });
  house.command({ IndividualLiPwrOn: { No: 2, LiPwrOn: 3 } });
  house.command({ LiBright: { No: 2, Bright: 10 } });
  house.override({ name: 'LightingPower', body: 0 });
  assert.deepEqual(
    [0, 1, 2].map((no) => house.lamp(no).On),
    [0, 0, 0],
  );
  assert.match(house.command({ LiOn: { No: 0, On: 1 } }), /^Lamp 0 is not available: it has no power/);
  house.override({ name: 'LightingPower', body: 1 });
  assert.deepEqual(
    [0, 1, 2].map((no) => house.lamp(no).On),
    [1, 0, 1],
  );
  assert.equal(house.lamp(2).Brig, 100);
});

test('a lamp shows that it is without power, and follows its switch when power is back', () => {
  const house = createLitHouse();
  const powered = () => [0, 1, 2].map((no) => house.lamp(no).Pwrd);
  const diagnosed = () => [0, 1, 2].map((no) => house.shown().lampDiagnostics[no]!.Powered);
  house.override({ name: 'LampPower', body: { Lamp: 0, On: 0 } });
  assert.deepEqual(
    [powered(), diagnosed()],
    [
      [0, 1, 1],
      [0, 1, 1],
    ],
  );
  house.override({ name: 'LightingPower', body: 0 });
  house.override({ name: 'LampPower', body: { Lamp: 0, On: 1 } });
  house.override({ name: 'LampPower', body: { Lamp: 1, On: 0 } });
  house.override({ name: 'LightingPairing', body: 5 });
  house.command({ LiPair: { Pair: 1 } });
  assert.deepEqual([powered(), diagnosed(), house.lamp(9).Pwrd], [[0, 0, 0], [0, 0, 0], 0]);
  house.pass(600);
  assert.deepEqual(
    [powered(), diagnosed()],
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
  );
  house.override({ name: 'LightingPower', body: 1 });
  assert.deepEqual([powered(), diagnosed(), house.lamp(9).Pwrd], [[1, 0, 1], [1, 0, 1], 1]);
});

test('pairs the device in pairing mode, and a removed device frees its number', () => {
  const house = createLitHouse();
  house.command({ LiPair: { Pair: 1 } });
  assert.equal(house.shown().lighting[0]!.LiNext, 9);
  house.override({ name: 'LightingPairing', body: 5 });
  house.command({ LiPair: { Pair: 1 } });
  assert.deepEqual(
    [house.lamp(9).Type, house.lamp(9).Att, house.shown().lighting[0]!.LiNext],
    ['CDM', 1, 10],
  );
  assert.equal(house.command({ LiRemove: { Type: 1, No: 3 } }), 'OK');
  assert.equal(house.lamp(3).Att, 0);
  assert.match(house.command({ LiRemove: { Type: 1, No: 3 } }), /There is no lamp 3/);
  house.override({ name: 'LightingPairing', body: 1 });
  house.command({ LiPair: { Pair: 1 } });
  assert.deepEqual([house.lamp(3).Type, house.lamp(3).Att], ['CL5', 1]);
});

test('refuses lighting commands that a simulated house cannot execute, with the reason', () => {
  const house = createLitHouse();
  const { Time } = house.shown().lighting[0]!;
  assert.equal(house.command({ Time }), 'OK');
  assert.equal(house.command({ Time: { ...Time, s: (Time.s + 59) % 60 } }), 'OK');
  assert.match(house.command({ Time: { ...Time, h: (Time.h + 1) % 24 } }), /set by the simulator\.$/);
  assert.match(house.command({ AppleHomeKitPair: 23456 }), /does not support it\.$/);
  assert.equal(house.command({ AppleHomeKitPair: 1 }), 'AppleHomeKitPair: 1 is below the minimum of 23456.');
});

test('a restart forgets the last button, the device that waits to be paired, and an active alarm', () => {
  const house = createLitHouse(Date.parse('2026-01-14T06:29:00+11:00'));
  const days = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };
  house.command({ LiLampAlarm: { No: 1, AlH: 6, AlM: 30, ...days, En: 1 } });
  house.override({ name: 'SwitchPress', body: { Switch: 0, Button: 1 } });
  house.override({ name: 'LightingPairing', body: 1 });
  house.pass(2 * 60);
  assert.deepEqual(house.shown().lastButton, [{ Sw: 0, But: 1 }]);
  const waking = house.lamp(1).Brig;
  assert.equal(house.command({ ReSetMe: 12345 }), 'OK');
  assert.deepEqual(house.shown().lastButton, [{ Sw: 255, But: 255 }]);
  assert.equal(house.plant().pairing, 0);
  house.pass(5 * 60);
  assert.equal(house.lamp(1).Brig, waking);
  assert.match(house.command({ ReSetMe: 12344 }), /ReSetMe/);
});

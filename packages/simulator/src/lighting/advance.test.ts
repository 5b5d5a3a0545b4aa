import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLitHouse, lamps } from './lit-house.fixture.ts';

const hour = 3600;

test('a lighting favourite runs at its times, by the clock of the house', () => {
  const house = createLitHouse(Date.parse('2026-01-14T17:59:00+11:00'));
  house.pass(30);
  assert.equal(house.lamp(0).On, 0);
  house.pass(30);
  assert.deepEqual([house.lamp(0).On, house.lamp(0).Brig, house.lamp(0).Temp], [1, 40, 80]);
  assert.deepEqual([house.lamp(1).Rgb, house.lamp(1).R, house.lamp(1).G], [1, 255, 0]);
  house.pass(20);
  assert.equal(house.lamp(lamps.blind).Pos, 0);
  house.pass(4.5 * hour);
  assert.equal(house.lamp(0).On, 0);
});

test('a lamp brightens over ten minutes at its alarm, and snooze postpones it', () => {
  const house = createLitHouse(Date.parse('2026-01-14T06:29:00+11:00'));
  const days = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };
  house.command({ LiLampAlarm: { No: 1, AlH: 6, AlM: 30, ...days, En: 1 } });
  assert.match(house.command({ LiAlSnooze: { No: 1, Time: 5 } }), /is not sounding\.$/);
  house.pass(60 + 5 * 60);
  assert.deepEqual([house.lamp(1).On, house.lamp(1).Brig], [1, 50]);
  assert.equal(house.command({ LiAlSnooze: { No: 1, Time: 5 } }), 'OK');
  assert.equal(house.lamp(1).On, 0);
  house.pass(5 * 60 + 600);
  assert.deepEqual([house.lamp(1).On, house.lamp(1).Brig], [1, 100]);
});

test('a lamp switches off once its room has been empty for its delay, and on when people come', () => {
  const house = createLitHouse();
  house.override({ name: 'People', body: 'home' });
  house.pass(60);
  house.command({ LiOn: { No: 0, On: 1 } });
  house.override({ name: 'People', body: 'away' });
  house.pass(9 * 60);
  assert.equal(house.lamp(0).On, 1);
  house.pass(2 * 60);
  assert.equal(house.lamp(0).On, 0);
  house.override({ name: 'People', body: 'home' });
  house.pass(12 * hour);
  assert.equal(house.lamp(0).On, 1);
});

test('a circadian lamp is warm at night and cold at noon', () => {
  const house = createLitHouse(Date.parse('2026-01-14T01:00:00+11:00'));
  house.command({ LiFx: { No: 0, Fx: 6 } });
  house.pass(30);
  assert.equal(house.lamp(0).Temp, 100);
  house.pass(12 * hour);
  assert.ok(house.lamp(0).Temp < 20, String(house.lamp(0).Temp));
});

test('automatic brightness makes up for missing daylight', () => {
  const house = createLitHouse(Date.parse('2026-01-14T01:00:00+11:00'));
  house.command({ LiFx: { No: 0, Fx: 8 } });
  house.override({ name: 'Weather', body: { Cloud: 0 } });
  house.pass(30);
  assert.equal(house.lamp(0).Brig, 100);
  house.pass(12 * hour);
  assert.equal(house.lamp(0).Brig, 0);
});

test('holiday lighting switches on several evening times, never at night, by its seed', () => {
  const evening = () => {
    const house = createLitHouse(Date.parse('2026-01-14T17:00:00+11:00'));
    house.command({ LiHoliday: { Hol: 1 } });
    return Array.from({ length: 40 }, () => {
      house.pass(600);
      return house.lamp(1).On;
    });
  };
  const once = evening();
  assert.ok(once.slice(3, 36).includes(1) && once.slice(3, 36).includes(0));
  assert.deepEqual(once.slice(-3), [0, 0, 0]);
  assert.deepEqual(evening(), once);
});

test('a temperature controller holds its room’s temperature, and the meter reads its use', () => {
  const house = createLitHouse(Date.parse('2026-07-14T01:00:00+10:00'));
  house.pass(2 * hour);
  const cold = house.air(1);
  house.command({ LiOn: { No: lamps.heater, On: 1 } });
  house.pass(12 * hour);
  assert.ok(cold < 21.5 && Math.abs(house.air(1) - 22) < 1.5, `${cold} ${house.air(1)}`);
  const { isRunning } = house.plant().lamps[lamps.heater]!;
  assert.equal(house.state().plant.loads.lights, isRunning ? 1500 : 0);
});

test('lamps draw power in proportion to their light, fade at their speed, and warm the room', () => {
  const [lit, dark] = [createLitHouse(), createLitHouse()];
  lit.command({ LiOn: { No: 0, On: 1 } });
  lit.command({ LiBright: { No: 0, Bright: 50 } });
  lit.command({ LiOn: { No: lamps.fan, On: 1 } });
  for (const house of [lit, dark]) {
    house.override({ name: 'People', body: 'away' });
    house.pass(5 * 60);
  }
  assert.equal(lit.state().plant.loads.lights, 10 + 50);
  assert.equal(lit.shown().powerStatus[0]!.Dev[0]!.Ch[0]!.Pwr, 60);
  assert.ok(lit.air(0) > dark.air(0));
});

test('a shut blind keeps the sun out', () => {
  const [open, shut] = [createLitHouse(), createLitHouse()];
  shut.command({ CbldDrive: { No: lamps.blind, Mode: 0 } });
  for (const house of [open, shut]) {
    house.override({ name: 'Weather', body: { Cloud: 0 } });
    house.pass(4 * hour);
  }
  assert.ok(open.air(0) - shut.air(0) > 0.3, `${open.air(0)} ${shut.air(0)}`);
});

test('a blocked door stays open until the obstacle is gone', () => {
  const house = createLitHouse();
  house.command({ LiOn: { No: lamps.door, On: 1 } });
  house.pass(20);
  house.override({ name: 'GarageDoorBlocked', body: { Lamp: lamps.door, On: 1 } });
  house.command({ LiOn: { No: lamps.door, On: 1 } });
  house.pass(60);
  assert.equal(house.lamp(lamps.door).Reed, 0);
});

test('a day of alarms, people and effects is the same in one call, in many, and from JSON', () => {
  const day = (pieces: number, through: boolean) => {
    const house = createLitHouse(Date.parse('2026-01-14T05:50:00+11:00'));
    const days = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 1, Su: 1 };
    house.command({ LiLampAlarm: { No: 1, AlH: 6, AlM: 30, ...days, En: 1 } });
    house.command({ LiOccSt: { No: lamps.dimmer, D1: 10, A1: 30, D2: 20, A2: 0 } });
    house.command({ LiOccAutoOn: { No: lamps.dimmer, On: 1 } });
    house.command({ LiFx: { No: 0, Fx: 6 } });
    house.command({ LiFx: { No: lamps.wallDimmer, Fx: 4 } });
    house.command({ CacrtcSetpoint: { No: lamps.heater, Setpoint: 3000 } });
    house.command({ LiOn: { No: lamps.heater, On: 1 } });
    let state = house.state();
    const { at } = state;
    for (let piece = 1; piece <= pieces; piece++) {
      const before = JSON.stringify(state);
      const next = house.simulator.advance(state, at + (piece * 24 * hour * 1000) / pieces);
      assert.equal(JSON.stringify(state), before);
      state = through ? JSON.parse(JSON.stringify(next)) : next;
    }
    return state;
  };
  const once = day(1, false);
  assert.equal(JSON.stringify(day(97, false)), JSON.stringify(once));
  assert.equal(JSON.stringify(day(48, true)), JSON.stringify(once));
});

test('the same commands at the same times give the same house, for any reads and from JSON', () => {
  const live = (pieces: number, through: boolean) => {
    const house = createLitHouse();
    let { simulator } = house;
    let state = house.state();
    let now = state.at;
    const go = (seconds: number) => {
      for (let piece = 1; piece <= pieces; piece++)
        state = simulator.advance(state, now + (seconds * 1000 * piece) / pieces);
      now += seconds * 1000;
      if (through) state = JSON.parse(JSON.stringify(state));
    };
    const command = (body: object) => {
      const applied = simulator.apply(state, body as never, now);
      assert.ok(applied.ok);
      state = applied.value;
    };
    go(17);
    command({ name: 'LiOn', body: { No: lamps.door, On: 1 } });
    command({ name: 'CbldDrive', body: { No: lamps.blind, Mode: 0 } });
    go(11);
    command({ name: 'CbldDrive', body: { No: lamps.blind, Mode: 2 } });
    go(7200);
    simulator = house.simulator;
    return JSON.stringify(state);
  };
  const once = live(1, false);
  assert.equal(live(13, false), once);
  assert.equal(live(1, true), once);
});

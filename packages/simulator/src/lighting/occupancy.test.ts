import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enumerations } from '@plenum/protocol/field';
import { createLitHouse, lamps } from './lit-house.fixture.ts';

const { buttonFunction } = enumerations;
const minute = 60;

/** Creates an empty house with a sensor in the lounge that controls a target. */
const createSensed = (controls: keyof typeof buttonFunction.values, no: number) => {
  const house = createLitHouse();
  const buttons = { But1Sys: 1, But1No: 1, But2Sys: 4, But2No: 0, But3Sys: 2, But3No: 0 };
  const OccSys = buttonFunction.values[controls];
  assert.equal(house.command({ SwConfig: { No: 0, LiNo: 255, OccSys, OccNo: no, ...buttons } }), 'OK');
  const people = (body: 'home' | 'away') => assert.equal(house.override({ name: 'People', body }), 'OK');
  people('away');
  house.pass(minute);
  return { ...house, people };
};

test('a sensor switches its group on when people come, and off ten minutes after they left', () => {
  const house = createSensed('lamp group', 1);
  const on = () => [house.lamp(lamps.ceiling).On, house.lamp(lamps.shelf).On, house.lamp(lamps.dimmer).On];
  house.people('home');
  house.pass(6 * minute);
  assert.deepEqual(on(), [1, 1, 0]);
  house.people('away');
  house.pass(9.5 * minute);
  assert.equal(house.lamp(lamps.shelf).On, 1);
  house.pass(minute);
  assert.equal(house.lamp(lamps.shelf).On, 0);
});

test('a manual change lasts until people next come or go', () => {
  const house = createSensed('lamp group', 1);
  house.people('home');
  house.pass(6 * minute);
  house.command({ LiOn: { No: lamps.shelf, On: 0 } });
  house.pass(minute);
  assert.equal(house.lamp(lamps.shelf).On, 0);
});

test('a sensor operates its zone, the unit and all lamps, but never a garage door', () => {
  const { auto, close } = enumerations.zoneMode.values;
  const comeAndGo = (controls: keyof typeof buttonFunction.values) => {
    const house = createSensed(controls, 0);
    const read = () => ({
      zone: house.shown().zone[0]!.Mode,
      unit: house.shown().unit[0]!.SysOn,
      lamp: house.lamp(lamps.dimmer).On,
    });
    house.people('home');
    house.pass(6 * minute);
    const there = read();
    house.command({ LiOn: { No: lamps.dimmer, On: 1 } });
    house.people('away');
    house.pass(11 * minute);
    assert.equal(house.lamp(lamps.door).Reed, 1);
    return [there, read()] as const;
  };
  const [comes, gone] = comeAndGo('AC zone');
  assert.deepEqual([comes.zone, gone.zone], [auto, close]);
  const [cool, off] = comeAndGo('AC on/off');
  assert.deepEqual([cool.unit, off.unit], [1, 0]);
  const [lit, left] = comeAndGo('all on');
  assert.deepEqual([lit.lamp, left.lamp], [1, 1]);
  const [before, dark] = comeAndGo('all off');
  assert.deepEqual([before.lamp, dark.lamp], [0, 0]);
});

test('the sensor of a removed switch has no effect', () => {
  const house = createSensed('lamp group', 1);
  house.command({ LiRemove: { Type: 2, No: 0 } });
  house.people('home');
  house.pass(6 * minute);
  assert.equal(house.lamp(lamps.shelf).On, 0);
});

test('the diagnostics of a lamp show whether people are in its room', () => {
  const house = createSensed('none', 0);
  house.pass(10 * minute);
  assert.equal(house.shown().lampDiagnostics[0]!.OccupancyReading, 0);
  house.people('home');
  house.pass(6 * minute);
  assert.equal(house.shown().lampDiagnostics[0]!.OccupancyReading, 1);
});

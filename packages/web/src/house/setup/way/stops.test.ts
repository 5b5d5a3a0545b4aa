import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setupProblemCodes, toSetupProblem } from '@plenum/insight/setup';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { pathOf, stopOfProblem, stretchesOf, titleOf } from './stops.ts';
import '../../../text/english.fixture.ts';

const house = (parts: object) => ({ ...nothingInstalled, ...parts }) as Datagrams;
const pathsOf = (datagrams: Datagrams) =>
  stretchesOf(datagrams).map(({ title, stops }) => [title, stops.map((stop) => pathOf(stop).join('/'))]);

test('leads through a house of splits without rooms and without an air conditioner', () => {
  assert.deepEqual(pathsOf(house({ split: [{ Index: 0, Att: 1, Name: 'Study' }], power: [{}] })), [
    ['setup.start', ['house']],
    ['setup.system', ['power']],
    ['setup.finish', ['report', 'advanced']],
  ]);
});

test('leads through the rooms in order, by name, and names a room without one by its number', () => {
  const ducted = house({
    unit: [{}],
    zone: [
      { Index: 0, Name: 'Kitchen' },
      { Index: 1, Name: '' },
    ],
  });
  const rooms = stretchesOf(ducted).find(({ title }) => title === 'setup.rooms')!.stops;
  assert.deepEqual(
    rooms.map((stop) => [pathOf(stop).join('/'), titleOf(stop, ducted)]),
    [
      ['room/0', 'Kitchen'],
      ['room/1', 'Room 2'],
    ],
  );
});

test('leads from every conflict to a stop of the way, or to the schedules', () => {
  const ducted = house({ unit: [{}], zone: [{ Index: 2, Name: 'Hall' }], power: [{}] });
  const paths = stretchesOf(ducted).flatMap(({ stops }) => stops.map((stop) => pathOf(stop).join('/')));
  for (const code of setupProblemCodes) {
    const stop = stopOfProblem(toSetupProblem(code, { zone: 2 }));
    if (code === 'fan-auto-off') assert.equal(stop, undefined);
    else assert.ok(paths.includes(pathOf(stop!).join('/')), code);
  }
});

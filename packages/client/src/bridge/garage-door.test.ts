import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createGarageDoor } from './garage-door.ts';

/** A door as a lamp, with a count of the presses of its button; `pass` advances the clock. */
const openDoor = (Reed: number, Type = 'CGDO') => {
  const clock = createFakeClock();
  const lamp = { Reed, Type };
  const pressed: string[] = [];
  const press = async (aim: string) => void pressed.push(aim);
  const door = createGarageDoor(19, { read: async () => ({ ...lamp }) as never, press, clock });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      for (let count = 0; count < 5; count++) await turn();
      clock.advance(1_000);
    }
    for (let count = 0; count < 5; count++) await turn();
  };
  return { door, lamp, pressed, pass };
};

test('does not press the button of a garage door that is already in the requested state', async () => {
  const shut = openDoor(1);
  assert.deepEqual(await shut.door.close(), { wasPressed: false, isOpen: false });
  const open = openDoor(0);
  assert.deepEqual(await open.door.open(), { wasPressed: false, isOpen: true });
  assert.deepEqual([shut.pressed, open.pressed], [[], []]);
  assert.equal(await open.door.isOpen(), true);
});

test('presses a garage door’s button once and takes the door as closed when reported shut', async () => {
  const { door, lamp, pressed, pass } = openDoor(0);
  let moves = 0;
  let done: unknown;
  const closing = door.close({ onMoving: () => void moves++ }).then((result) => {
    done = result;
  });
  await pass(14);
  assert.deepEqual([moves, done, pressed], [1, undefined, ['close']]);
  lamp.Reed = 1;
  await pass(1);
  await closing;
  assert.deepEqual([done, pressed], [{ wasPressed: true, isOpen: false }, ['close']]);
});

test('reports an error if a garage door does not shut, and does not press the button again', async () => {
  const { door, pressed, pass } = openDoor(0);
  const closing = assert.rejects(door.close(), { code: 'unverified', message: /not shut after 30 s/ });
  await pass(31);
  await closing;
  assert.deepEqual(pressed, ['close']);
});

test('refuses to press the button of a lamp that is not a garage door', async () => {
  const { door, pressed } = openDoor(0, 'CL5');
  await assert.rejects(door.close(), { code: 'unsupported' });
  assert.deepEqual(pressed, []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { startRoutine } from './routine.ts';

/** A routine of every second, whose work ends when it is told to. */
const start = () => {
  const clock = createFakeClock(0);
  const begun: number[] = [];
  const failures: unknown[] = [];
  let end = (_?: Error) => {};
  const work = () =>
    new Promise<void>((resolve, reject) => {
      begun.push(clock.now());
      end = (error) => (error === undefined ? resolve() : reject(error));
    });
  const routine = startRoutine({ clock, each: 1_000, work, failed: (error) => failures.push(error) });
  const finish = async (error?: Error) => {
    end(error);
    await new Promise(setImmediate);
  };
  return { clock, begun, failures, routine, finish };
};

test('work that takes longer than its turn is done once more when it is over, not twice at once', async () => {
  const { clock, begun, routine, finish } = start();
  clock.advance(999);
  assert.deepEqual(begun, []);
  clock.advance(1);
  clock.advance(3_500);
  assert.deepEqual(begun, [1_000]);
  await finish();
  assert.deepEqual(begun, [1_000, 4_500]);
  await finish();
  clock.advance(500);
  assert.deepEqual(begun, [1_000, 4_500, 5_000]);
  await finish();
  await routine[Symbol.asyncDispose]();
  clock.advance(10_000);
  assert.equal(begun.length, 3);
});

test('work that fails is reported and runs again at its next turn', async () => {
  const { clock, begun, failures, finish } = start();
  clock.advance(1_000);
  await finish(new Error('away'));
  assert.deepEqual(failures, [new Error('away')]);
  assert.deepEqual(begun, [1_000]);
  clock.advance(1_000);
  assert.deepEqual(begun, [1_000, 2_000]);
});

test('disposing waits for the run in progress and starts no other', async () => {
  const { clock, begun, routine, finish } = start();
  clock.advance(1_000);
  clock.advance(1_000);
  let isOver = false;
  const over = routine[Symbol.asyncDispose]().then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  assert.equal(isOver, false);
  await finish();
  await over;
  assert.deepEqual(begun, [1_000]);
});

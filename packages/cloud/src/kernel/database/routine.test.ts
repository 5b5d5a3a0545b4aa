import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { startRoutine } from './routine.ts';

/** Starts a routine that runs every second, whose work ends when the test allows it. */
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

test('runs work that exceeds its interval once more afterwards, and never twice at a time', async () => {
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

test('reports failed work, and runs it again at its next turn', async () => {
  const { clock, begun, failures, finish } = start();
  clock.advance(1_000);
  await finish(new Error('away'));
  assert.deepEqual(failures, [new Error('away')]);
  assert.deepEqual(begun, [1_000]);
  clock.advance(1_000);
  assert.deepEqual(begun, [1_000, 2_000]);
});

test('disposing waits for the run in progress and does not start another', async () => {
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

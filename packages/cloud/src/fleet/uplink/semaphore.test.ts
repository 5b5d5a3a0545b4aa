import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/machine/fake-clock';
import { createSemaphore } from './semaphore.ts';

const create = (most: number) => {
  const clock = createFakeClock();
  const gate = createSemaphore({ most, maxWait: 1_000, maxAbsent: 10_000, clock, elapsed: clock.now });
  const enter = async () => {
    const entered = await gate.acquire();
    assert.ok(typeof entered === 'function');
    return entered;
  };
  return { clock, gate, enter };
};

test('so many are inside at a time, the others come in the order they came', async () => {
  const { enter } = create(2);
  const inside: number[] = [];
  const leaves: (() => void)[] = [];
  for (let n = 0; n < 5; n++)
    void enter().then((leave) => {
      inside.push(n);
      leaves.push(leave);
    });
  await turn();
  assert.deepEqual(inside, [0, 1]);
  leaves[1]!();
  leaves[1]!();
  await turn();
  assert.deepEqual(inside, [0, 1, 2], 'leaving twice lets one in');
  for (let n = 0; n < 5; n++) {
    leaves[n]!();
    await turn();
  }
  assert.deepEqual(inside, [0, 1, 2, 3, 4]);
  await enter();
  await enter();
});

test('whoever waited too long is told when to come back, each in a turn of their own', async () => {
  const { clock, gate } = create(1);
  let leave = (await gate.acquire()) as () => void;
  const told: number[] = [];
  let passed = 0;
  const come = () =>
    void gate.acquire().then((turn) => {
      if (typeof turn === 'function') {
        passed++;
        leave = turn;
      } else told.push(turn.comeBack);
    });
  for (let n = 0; n < 45; n++) come();
  // A passage takes 25 ms, so that 40 get in within the second that is the longest wait.
  for (let n = 0; n < 40; n++) {
    await turn();
    if (n === 20) for (let late = 0; late < 3; late++) come();
    leave();
    clock.advance(25);
  }
  await turn();
  assert.equal(passed, 40);
  assert.deepEqual(told, [100, 125, 150, 175, 200], 'after the three that are still in the queue');
});

test('nobody is sent away for longer than the most, nor while the queue moves fast enough', async () => {
  const { clock, gate } = create(1);
  await gate.acquire();
  const told: number[] = [];
  for (let n = 0; n < 12_000; n++)
    void gate.acquire().then((turn) => {
      if (typeof turn !== 'function') told.push(turn.comeBack);
    });
  clock.advance(999);
  await turn();
  assert.deepEqual(told, []);
  clock.advance(1);
  await turn();
  assert.deepEqual([told.length, told.at(-1)], [12_000, 10_000]);
});

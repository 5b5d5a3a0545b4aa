import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/machine/fake-clock';
import { createSemaphore } from './semaphore.ts';

const create = (maxConcurrent: number) => {
  const clock = createFakeClock();
  const options = { maxConcurrent, maxWait: 1_000, maxRetryAfter: 10_000, clock, elapsed: clock.now };
  const semaphore = createSemaphore(options);
  const acquire = async () => {
    const release = await semaphore.acquire();
    assert.ok(typeof release === 'function');
    return release;
  };
  return { clock, semaphore, acquire };
};

test('a limited number runs at a time, and the others follow in the order they came', async () => {
  const { acquire } = create(2);
  const running: number[] = [];
  const releases: (() => void)[] = [];
  for (let n = 0; n < 5; n++)
    void acquire().then((release) => {
      running.push(n);
      releases.push(release);
    });
  await turn();
  assert.deepEqual(running, [0, 1]);
  releases[1]!();
  releases[1]!();
  await turn();
  assert.deepEqual(running, [0, 1, 2], 'releasing twice starts one');
  for (let n = 0; n < 5; n++) {
    releases[n]!();
    await turn();
  }
  assert.deepEqual(running, [0, 1, 2, 3, 4]);
  await acquire();
  await acquire();
});

test('callers that waited too long get a time to try again, each a turn later than the one before', async () => {
  const { clock, semaphore } = create(1);
  let release = (await semaphore.acquire()) as () => void;
  const waits: number[] = [];
  let started = 0;
  const acquire = () =>
    void semaphore.acquire().then((turn) => {
      if (typeof turn === 'function') {
        started++;
        release = turn;
      } else waits.push(turn.retryAfter);
    });
  for (let n = 0; n < 45; n++) acquire();
  // A turn takes 25 ms, so that 40 start within the second that is the longest wait.
  for (let n = 0; n < 40; n++) {
    await turn();
    if (n === 20) for (let late = 0; late < 3; late++) acquire();
    release();
    clock.advance(25);
  }
  await turn();
  assert.equal(started, 40);
  assert.deepEqual(waits, [100, 125, 150, 175, 200], 'after the three that are still in the queue');
});

test('no time to try again is later than the maximum, and none is given while the queue is fast enough', async () => {
  const { clock, semaphore } = create(1);
  await semaphore.acquire();
  const waits: number[] = [];
  for (let n = 0; n < 12_000; n++)
    void semaphore.acquire().then((turn) => {
      if (typeof turn !== 'function') waits.push(turn.retryAfter);
    });
  clock.advance(999);
  await turn();
  assert.deepEqual(waits, []);
  clock.advance(1);
  await turn();
  assert.deepEqual([waits.length, waits.at(-1)], [12_000, 10_000]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '../clock/fake-clock.ts';
import { createFairSemaphore, type Release, type SemaphoreLimits } from './fair-semaphore.ts';

const create = (maxConcurrent: number) => {
  const clock = createFakeClock();
  const limits = { maxConcurrent, maxWait: 1_000, maxRetryAfter: 10_000 };
  const semaphore = createFairSemaphore(limits, { clock });
  const acquire = async () => {
    const release = await semaphore.acquire();
    assert.ok(typeof release === 'function');
    return release;
  };
  return { clock, semaphore, acquire };
};

test('a fair semaphore runs a limited number at a time, and the others in order of arrival', async () => {
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
  assert.deepEqual(running, [0, 1, 2], 'releasing twice starts only one');
  for (let n = 0; n < 5; n++) {
    releases[n]!();
    await turn();
  }
  assert.deepEqual(running, [0, 1, 2, 3, 4]);
  await acquire();
  await acquire();
});

test('a fair semaphore gives each late caller a later retry time than the one before', async () => {
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
  // A turn takes 25 ms, so 40 start within one second, the longest wait.
  for (let n = 0; n < 40; n++) {
    await turn();
    if (n === 20) for (let late = 0; late < 3; late++) acquire();
    release();
    clock.advance(25);
  }
  await turn();
  assert.equal(started, 40);
  assert.deepEqual(waits, [100, 112.5, 125, 137.5, 150], 'starts after the three in the queue');
});

test('a fair semaphore gives no retry time beyond the maximum, and none while fast enough', async () => {
  const { clock, semaphore } = create(1);
  await semaphore.acquire();
  const waits: number[] = [];
  for (let n = 0; n < 21_000; n++)
    void semaphore.acquire().then((turn) => {
      if (typeof turn !== 'function') waits.push(turn.retryAfter);
    });
  clock.advance(999);
  await turn();
  assert.deepEqual(waits, []);
  clock.advance(1);
  await turn();
  assert.deepEqual([waits.length, waits.at(-1)], [21_000, 10_000]);
});

test('a fair semaphore does not count the time for which the process was blocked', async () => {
  const clock = createFakeClock();
  let blocked = 0;
  const semaphore = createFairSemaphore(
    { maxConcurrent: 1, maxWait: 1_000, maxRetryAfter: 10_000 },
    { clock, elapsed: () => clock.now() + blocked },
  );
  let release = (await semaphore.acquire()) as Release;
  const waits: number[] = [];
  for (let n = 0; n < 8; n++)
    void semaphore.acquire().then((turn) => {
      if (typeof turn === 'function') release = turn;
      else waits.push(turn.retryAfter);
    });
  release();
  blocked = 60_000;
  clock.advance(250);
  await turn();
  assert.deepEqual(waits, []);
  release();
  clock.advance(250);
  clock.advance(249);
  await turn();
  assert.deepEqual(waits, []);
  clock.advance(1);
  await turn();
  assert.deepEqual(waits, [437.5, 656.25, 875, 1_093.75, 1_312.5, 1_531.25]);
});

/** A semaphore for three uses at a time, and two of each key, with its running and waiting uses. */
const createKeyed = (limits: SemaphoreLimits = {}) => {
  const clock = createFakeClock();
  const times = { maxWait: 100_000, maxRetryAfter: 10_000 };
  const semaphore = createFairSemaphore({ maxConcurrent: 3, maxPerKey: 2, ...times, ...limits }, { clock });
  const running: string[] = [];
  const refused: string[] = [];
  const releases = new Map<string, Release>();
  const start = (name: string) =>
    void semaphore.acquire(name[0]).then((turn) => {
      if (typeof turn === 'function') {
        running.push(name);
        releases.set(name, turn);
      } else refused.push(name);
    });
  const end = (name: string, how?: 'wasted') => {
    running.splice(running.indexOf(name), 1);
    releases.get(name)!(how);
  };
  return { clock, running, refused, start, end };
};

test('a fair semaphore limits the running uses of a key and serves waiting keys in turn', async () => {
  const { running, start, end } = createKeyed();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) start(name);
  await turn();
  assert.deepEqual(running, ['a1', 'a2'], 'one slot is left for others');
  for (const name of ['b1', 'b2', 'c1']) start(name);
  await turn();
  assert.deepEqual(running, ['a1', 'a2', 'b1']);
  for (const [name, next] of [
    ['a1', 'a3'],
    ['a2', 'b2'],
    ['a3', 'c1'],
    ['c1', 'a4'],
  ] as const) {
    end(name);
    await turn();
    assert.equal(running.at(-1), next);
  }
});

test('a fair semaphore refuses a key’s excess waiting uses, while other keys still wait', async () => {
  const { running, refused, start, end } = createKeyed({ maxConcurrent: 1, maxWaiting: 2 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) start(name);
  await turn();
  assert.deepEqual([running, refused], [['a1'], ['a4']]);
  end('a1');
  await turn();
  end('a2');
  await turn();
  assert.deepEqual(running, ['b1'], 'starts after one turn of the other caller');
});

test('a fair semaphore halves a key’s limit for a wasted turn, and adds one for a good one', async () => {
  const { clock, running, start, end } = createKeyed({ maxConcurrent: 100, maxPerKey: 8, maxWait: 1e9 });
  const names = Array.from({ length: 30 }, (_, n) => `a${n}`);
  for (const name of names) start(name);
  await turn();
  assert.equal(running.length, 8);
  const endAll = async (how?: 'wasted') => {
    for (const name of [...running]) end(name, how);
    await turn();
  };
  await endAll('wasted');
  assert.equal(running.length, 1);
  await endAll();
  assert.equal(running.length, 2);
  await endAll('wasted');
  assert.equal(running.length, 1);
  clock.advance(59_999);
  await endAll('wasted');
  assert.equal(running.length, 1);
  clock.advance(60_250);
  await turn();
  assert.equal(running.length, 8, "after a minute, the caller's usage is deleted");
});

test('a fair semaphore counts a wasted turn for one minute', async () => {
  for (const [time, count] of [
    [59_999, 1],
    [60_000, 2],
  ] as const) {
    const { clock, running, start, end } = createKeyed({ maxConcurrent: 100, maxPerKey: 2 });
    start('a1');
    await turn();
    end('a1', 'wasted');
    clock.advance(time);
    for (const name of ['a2', 'a3']) start(name);
    await turn();
    assert.equal(running.length, count, `${time} ms`);
  }
});

test('a fair semaphore gives a slot without waiting only if one is free, in total and by key', () => {
  const clock = createFakeClock();
  const semaphore = createFairSemaphore({ maxConcurrent: 3, maxPerKey: 2 }, { clock });
  const release = semaphore.tryAcquire('a');
  assert.ok(release !== undefined);
  assert.ok(semaphore.tryAcquire('a') !== undefined);
  assert.equal(semaphore.tryAcquire('a'), undefined);
  assert.ok(semaphore.tryAcquire('b') !== undefined);
  assert.equal(semaphore.tryAcquire('c'), undefined);
  release();
  assert.ok(semaphore.tryAcquire('c') !== undefined);
});

test('a fair semaphore accepts an amount up to its key’s limit, and releases it whole', () => {
  const clock = createFakeClock();
  const semaphore = createFairSemaphore({ maxPerKey: 100 }, { clock });
  const release = semaphore.tryAcquire('a', 99);
  assert.equal(semaphore.tryAcquire('a', 2), undefined);
  assert.ok(semaphore.tryAcquire('a', 1) !== undefined);
  assert.ok(semaphore.tryAcquire('b', 100) !== undefined);
  release!();
  release!();
  assert.equal(semaphore.tryAcquire('a', 100), undefined);
  assert.ok(semaphore.tryAcquire('a', 99) !== undefined);
});

test('a fair semaphore ignores wasted turns if keys have no limit', async () => {
  const { running, start, end } = createKeyed({ maxConcurrent: 3, maxPerKey: Infinity });
  start('a1');
  await turn();
  end('a1', 'wasted');
  for (const name of ['a2', 'a3', 'a4']) start(name);
  await turn();
  assert.equal(running.length, 3);
});

test('a fair semaphore refuses a new key that would wait too long, behind each waiting key', async () => {
  const { clock, semaphore } = create(2);
  await semaphore.acquire('a');
  const release = (await semaphore.acquire('b')) as Release;
  assert.deepEqual([semaphore.refuseLate(0, 1), semaphore.promised()], [undefined, 0]);
  assert.deepEqual(semaphore.refuseLate(1, 1), { retryAfter: 1 });
  for (let n = 0; n < 20; n++) void semaphore.acquire('c');
  assert.equal(semaphore.size(), 22);
  release();
  await turn();
  // A turn took 250 ms, and only `c` is waiting.
  clock.advance(250);
  assert.equal(semaphore.refuseLate(0, 500), undefined);
  const [first, second] = [semaphore.refuseLate(0, 499), semaphore.refuseLate(0, 499)];
  assert.deepEqual([first, second], [{ retryAfter: 5_000 }, { retryAfter: 5_125 }]);
  assert.equal(semaphore.promised(), 250);
});

test('a fair semaphore refuses a use that would wait too long behind others of its key', async () => {
  const { clock, semaphore } = create(1);
  const release = (await semaphore.acquire('a')) as Release;
  const refused: number[] = [];
  const start = (key: string) =>
    void semaphore.acquire(key).then((turn) => {
      if (typeof turn !== 'function') refused.push(turn.retryAfter);
    });
  for (let n = 0; n < 5; n++) start('a');
  release();
  // A turn took 250 ms, so four others take a second, the longest wait.
  clock.advance(250);
  start('a');
  await turn();
  assert.deepEqual(refused, []);
  start('a');
  start('b');
  await turn();
  assert.deepEqual(refused, [6 * 250]);
});

import { type Clock, every, machineOf } from '../clock/clock.ts';
import { addFailure, type Count, countAt, takeBack } from './counter.ts';
import { createFairQueue } from './fair-queue.ts';

/** Limits on the number of running and waiting uses. An omitted limit does not apply. */
export interface SemaphoreLimits {
  readonly maxConcurrent?: number;
  readonly maxPerKey?: number;
  /** The maximum number of waiting uses of a key. */
  readonly maxWaiting?: number;
  /** The longest wait in the queue, and the longest `retryAfter` (default `maxWait`), in ms. */
  readonly maxWait?: number;
  readonly maxRetryAfter?: number;
}

/**
 * Ends a use of the semaphore; calling it again does nothing. A use that was `wasted` halves the limit of its key for a
 * minute; each later use that was not wasted adds one to the limit again.
 */
export type Release = (how?: 'wasted') => void;

/** Time after which to try again, in ms. */
export interface Retry {
  readonly retryAfter: number;
}

/** Limits the number of running uses, in total and of each key. Waiting keys are served in turn. */
export interface FairSemaphore {
  /** Begins a use immediately or not at all. `amount` is 1 by default. */
  tryAcquire(key?: string, amount?: number): Release | undefined;
  /**
   * Waits for the turn of a key. Resolves to `Retry` if that takes or would take too long, or if too many uses of the key
   * already wait; each `retryAfter` is later than the previous one while turns take as long.
   */
  acquire(key?: string): Promise<Release | Retry>;
  /**
   * Returns `Retry` if a use of a key that does not wait yet, after `ahead` others that are about to wait, would wait
   * longer than `longest` ms. Waiting keys are served in turn, so each of them counts once.
   */
  refuseLate(ahead: number, longest: number): Retry | undefined;
  /** The number of running and waiting uses. */
  size(): number;
  /** The time until the latest `Retry` that was given, in ms; 0 if it has passed. */
  promised(): number;
}

interface SemaphoreDeps {
  readonly clock: Clock;
  /** Monotonic time in ms; default: that of the clock. */
  readonly elapsed?: () => number;
}

/** Interval at which the queue is checked, in ms. */
const checkInterval = 250;
/**
 * The longest time between two checks that counts, in ms. After a longer one, the process was blocked. Without this
 * limit, all waiting uses would then be late, and be told to wait as long as if each turn took that long.
 */
const longestInterval = 2 * checkInterval;
/** Assumed time between two turns before any was measured, in ms. */
const initialPace = 1;
/** Share of the latest interval in the measured pace; the earlier ones decay. */
const latestShare = 0.25;
/** Turns are promised this much closer together than they end, because some of those who wait never return. */
const overbooking = 2;
/** Time for which a wasted turn counts, in ms. */
const retention = 60_000;

interface Waiting {
  readonly key: string;
  readonly since: number;
  readonly answer: (refusal?: Retry) => void;
}

/** Stores by how much wasted turns reduce the limit of each key. */
const createLosses = (share: number, elapsed: () => number) => {
  /** In the order of the last wasted turn. */
  const losses = new Map<string, Count>();
  const of = (key: string): number => countAt(losses.get(key), elapsed()).failures;
  const forgetOld = (now: number) => {
    for (const [key, { expiresAt }] of losses) {
      if (expiresAt > now) return;
      losses.delete(key);
    }
  };
  return {
    of,
    add: (key: string) => {
      if (share === Infinity) return;
      const now = elapsed();
      const left = share - of(key);
      const failures = left - Math.max(1, Math.floor(left / 2));
      const count = addFailure(losses.get(key), { failures, retention }, now);
      forgetOld(now);
      losses.delete(key);
      losses.set(key, count);
    },
    takeBack: (key: string) => {
      const count = losses.get(key);
      if (count === undefined) return;
      if (of(key) <= 1) losses.delete(key);
      else losses.set(key, takeBack(count));
    },
  };
};

export function createFairSemaphore(
  limits: SemaphoreLimits,
  { clock: given, elapsed = machineOf(given).now }: SemaphoreDeps,
): FairSemaphore {
  const clock = machineOf(given);
  const { maxConcurrent = Infinity, maxPerKey = Infinity, maxWaiting = Infinity } = limits;
  const { maxWait = Infinity, maxRetryAfter = maxWait } = limits;
  const queue = createFairQueue<Waiting>();
  const losses = createLosses(maxPerKey, elapsed);
  /** The number of running uses of each key, and in total. */
  const running = new Map<string, number>();
  let total = 0;
  /** The time between turns, measured at each check while uses are waiting. */
  let pace = initialPace;
  let isMeasured = false;
  let turns = 0;
  let checkedAt = 0;
  /** The total time for which the process was blocked, in ms. */
  let blocked = 0;
  /** Turns that were promised and are not due yet, and the time at which they were counted. */
  let promises = 0;
  let promisedAt = 0;
  let cancelChecks: (() => void) | undefined;

  const time = () => elapsed() - blocked;

  const mayRun = (key: string, amount = 1) =>
    total + amount <= maxConcurrent && (running.get(key) ?? 0) + amount <= maxPerKey - losses.of(key);

  const startNext = () => {
    while (total < maxConcurrent) {
      const next = queue.takeNext(mayRun);
      if (next === undefined) return;
      add(next.key, 1);
      next.answer();
    }
  };
  const add = (key: string, amount: number) => {
    total += amount;
    const left = (running.get(key) ?? 0) + amount;
    if (left === 0) running.delete(key);
    else running.set(key, left);
  };
  const toRelease = (key: string, amount = 1): Release => {
    let isReleased = false;
    return (how) => {
      if (isReleased) return;
      isReleased = true;
      turns++;
      add(key, -amount);
      if (how === 'wasted') losses.add(key);
      else losses.takeBack(key);
      startNext();
    };
  };

  /** Counts the promised turns as used at the current pace, so that a faster pace also shortens later waits. */
  const forgetPromises = (now: number) => {
    promises = Math.max(0, promises - ((now - promisedAt) * overbooking) / pace);
    promisedAt = now;
  };
  const toRetry = (now: number): Retry => {
    forgetPromises(now);
    const retryAfter = Math.min(maxRetryAfter, (queue.size() + 1 + promises / overbooking) * pace);
    if (retryAfter < maxRetryAfter) promises++;
    return { retryAfter };
  };
  const check = () => {
    blocked += Math.max(0, time() - checkedAt - longestInterval);
    const now = time();
    if (turns > 0) {
      pace += (isMeasured ? latestShare : 1) * ((now - checkedAt) / turns - pace);
      isMeasured = true;
    }
    turns = 0;
    checkedAt = now;
    const late = queue.remove(({ since }) => since <= now - maxWait);
    for (const { answer } of late.sort((a, b) => a.since - b.since)) answer(toRetry(now));
    startNext();
    if (queue.size() > 0) return;
    cancelChecks?.();
    cancelChecks = undefined;
  };
  const wait = (key: string) =>
    new Promise<Retry | undefined>((answer) => {
      const since = time();
      queue.add(key, { key, since, answer });
      if (cancelChecks !== undefined) return;
      turns = 0;
      checkedAt = since;
      cancelChecks = every(clock, checkInterval, check);
    });

  const tryAcquire: FairSemaphore['tryAcquire'] = (key = '', amount = 1) => {
    if (!mayRun(key, amount)) return undefined;
    add(key, amount);
    return toRelease(key, amount);
  };
  return {
    tryAcquire,
    refuseLate: (ahead, longest) => {
      const before = total + queue.keys() + ahead - maxConcurrent;
      return (before + 1) * pace > longest ? toRetry(time()) : undefined;
    },
    size: () => total + queue.size(),
    promised: () => {
      forgetPromises(time());
      return (promises / overbooking) * pace;
    },
    acquire: async (key = '') => {
      const release = tryAcquire(key);
      if (release !== undefined) return release;
      const waiting = queue.size(key);
      if (waiting >= maxWaiting || (isMeasured && waiting * pace > maxWait)) return toRetry(time());
      return (await wait(key)) ?? toRelease(key);
    },
  };
}

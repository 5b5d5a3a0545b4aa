import { type Clock, every } from '@plenum/machine';

/** Ends a use of the semaphore; calling it twice does nothing. */
export type Release = () => void;

/** Lets a limited number run at a time; the others wait in the order they came, up to a longest wait. */
export interface Semaphore {
  /**
   * Resolves to its `Release` when it is the caller's turn. Resolves earlier if that would take too long: `retryAfter` is when
   * to try again, in ms, each later than the one before.
   */
  acquire(): Promise<Release | { readonly retryAfter: number }>;
}

export interface SemaphoreOptions {
  /** How many run at a time. */
  readonly maxConcurrent: number;
  /** The longest wait in the queue, and the longest `retryAfter`, ms. */
  readonly maxWait: number;
  readonly maxRetryAfter: number;
  readonly clock: Clock;
  /** Monotonic time, ms. */
  readonly elapsed: () => number;
}

/** How often the queue is checked, ms. */
const checkInterval = 250;
/** The time between two turns before any was measured, ms. */
const initialPace = 1;

interface Waiting {
  readonly since: number;
  readonly answer: (refusal?: { readonly retryAfter: number }) => void;
}

export const createSemaphore = (options: SemaphoreOptions): Semaphore => {
  const { maxConcurrent, maxWait, maxRetryAfter, clock, elapsed } = options;
  const queue: Waiting[] = [];
  let running = 0;
  /** The time between two turns while there is a queue, measured since the last check. */
  let pace = initialPace;
  let turns = 0;
  let checkedAt = 0;
  /** The last instant that a `retryAfter` named, by `elapsed`. */
  let lastPromised = 0;
  let cancelChecks: (() => void) | undefined;

  const refuseLate = (now: number) => {
    const firstInTime = queue.findIndex(({ since }) => now - since < maxWait);
    const late = queue.splice(0, firstInTime < 0 ? queue.length : firstInTime);
    for (const { answer } of late) {
      lastPromised = Math.min(now + maxRetryAfter, Math.max(lastPromised, now + queue.length * pace) + pace);
      answer({ retryAfter: lastPromised - now });
    }
  };
  const check = () => {
    const now = elapsed();
    if (turns > 0) pace = (now - checkedAt) / turns;
    turns = 0;
    checkedAt = now;
    refuseLate(now);
    if (queue.length > 0) return;
    cancelChecks?.();
    cancelChecks = undefined;
  };
  const wait = () =>
    new Promise<{ readonly retryAfter: number } | undefined>((answer) => {
      const since = elapsed();
      queue.push({ since, answer });
      if (cancelChecks !== undefined) return;
      turns = 0;
      checkedAt = since;
      cancelChecks = every(clock, checkInterval, check);
    });
  const startNext = () => {
    turns++;
    const next = queue.shift();
    if (next === undefined) running--;
    else next.answer();
  };

  return {
    acquire: async () => {
      if (running < maxConcurrent) running++;
      else {
        const refusal = await wait();
        if (refusal !== undefined) return refusal;
      }
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        startNext();
      };
    },
  };
};

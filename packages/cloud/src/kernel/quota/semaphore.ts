import { type Clock, every } from '@plenum/platform';

/**
 * Ends a use of the semaphore; calling it twice does nothing. A turn that was `wasted` halves the share of its key for
 * a minute; each later one that was not gives a place back.
 */
export type Release = (how?: 'wasted') => void;

/** When to try again, in ms. */
export interface Retry {
  readonly retryAfter: number;
}

/** Lets a limited number run at a time; the others wait, up to a longest wait. Keys that wait are served in turn. */
export interface Semaphore {
  /**
   * Resolves to its `Release` when it is the caller's turn. Resolves earlier if that would take too long, or if too many of
   * its key wait already: `retryAfter` is when to try again, in ms, each later than the one before.
   */
  acquire(key?: string): Promise<Release | Retry>;
}

export interface SemaphoreOptions {
  /** How many run at a time; by default as many as their keys may. */
  readonly maxConcurrent?: number;
  /** How many of one key run at a time, and how many wait; by default there is no such limit. */
  readonly maxPerKey?: number;
  readonly maxWaiting?: number;
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
/** How long a wasted turn is remembered, ms. */
const penaltyTime = 60_000;

interface Waiting {
  readonly since: number;
  readonly answer: (refusal?: Retry) => void;
}

/** The share of each key: how many run at a time. It shrinks with turns that were wasted. */
const createSharesOfKeys = (max: number, elapsed: () => number) => {
  /** In the order of the last wasted turn, so that the oldest are forgotten first. */
  const reduced = new Map<string, { readonly share: number; readonly at: number }>();
  const of = (key: string): number => {
    const found = reduced.get(key);
    return found === undefined || elapsed() - found.at >= penaltyTime ? max : found.share;
  };
  const forgetOld = (now: number) => {
    for (const [key, { at }] of reduced) {
      if (now - at < penaltyTime) return;
      reduced.delete(key);
    }
  };
  return {
    of,
    reduce: (key: string) => {
      const now = elapsed();
      const share = Math.max(1, Math.floor(of(key) / 2));
      forgetOld(now);
      reduced.delete(key);
      reduced.set(key, { share, at: now });
    },
    restore: (key: string) => {
      const found = reduced.get(key);
      if (found === undefined) return;
      if (of(key) + 1 >= max) reduced.delete(key);
      else reduced.set(key, { ...found, share: of(key) + 1 });
    },
  };
};

/** The queue of a semaphore: one for each key, the key whose turn is next first. */
const createQueues = () => {
  const queues = new Map<string, Waiting[]>();
  let size = 0;
  return {
    size: () => size,
    sizeOf: (key: string) => queues.get(key)?.length ?? 0,
    add: (key: string, waiting: Waiting) => {
      const queue = queues.get(key);
      if (queue === undefined) queues.set(key, [waiting]);
      else queue.push(waiting);
      size++;
    },
    /** Takes the next that may run; its key is then the last in turn. */
    takeNext: (mayRun: (key: string) => boolean): readonly [string, Waiting] | undefined => {
      for (const [key, queue] of queues) {
        if (!mayRun(key)) continue;
        const waiting = queue.shift()!;
        size--;
        queues.delete(key);
        if (queue.length > 0) queues.set(key, queue);
        return [key, waiting];
      }
      return undefined;
    },
    /** Takes those that have waited since an instant or longer, the longest wait first. */
    takeLate: (until: number): Waiting[] => {
      const late: Waiting[] = [];
      for (const [key, queue] of queues) {
        const firstInTime = queue.findIndex(({ since }) => since > until);
        late.push(...queue.splice(0, firstInTime < 0 ? queue.length : firstInTime));
        if (queue.length === 0) queues.delete(key);
      }
      size -= late.length;
      return late.sort((a, b) => a.since - b.since);
    },
  };
};

/** Says when to try again, from how fast turns follow each other. */
const createRetries = (maxRetryAfter: number) => {
  let pace = initialPace;
  /** The last instant that was named. */
  let lastPromised = 0;
  return {
    /** So many turns took so long. */
    measure: (turns: number, time: number) => {
      if (turns > 0) pace = time / turns;
    },
    next: (now: number, waiting: number): Retry => {
      lastPromised = Math.min(now + maxRetryAfter, Math.max(lastPromised, now + waiting * pace) + pace);
      return { retryAfter: lastPromised - now };
    },
  };
};

export const createSemaphore = (options: SemaphoreOptions): Semaphore => {
  const { maxWait, maxRetryAfter, clock, elapsed } = options;
  const { maxConcurrent = Infinity, maxPerKey = Infinity, maxWaiting = Infinity } = options;
  const queues = createQueues();
  const shares = createSharesOfKeys(maxPerKey, elapsed);
  const retries = createRetries(maxRetryAfter);
  /** How many run of each key, and in all. */
  const running = new Map<string, number>();
  let total = 0;
  let turns = 0;
  let checkedAt = 0;
  let cancelChecks: (() => void) | undefined;

  const mayRun = (key: string) => total < maxConcurrent && (running.get(key) ?? 0) < shares.of(key);
  const run = (key: string) => {
    total++;
    running.set(key, (running.get(key) ?? 0) + 1);
  };
  const startNext = () => {
    while (total < maxConcurrent) {
      const next = queues.takeNext(mayRun);
      if (next === undefined) return;
      const [key, { answer }] = next;
      run(key);
      answer();
    }
  };
  const end = (key: string, how?: 'wasted') => {
    turns++;
    total--;
    const left = running.get(key)! - 1;
    if (left === 0) running.delete(key);
    else running.set(key, left);
    if (how === 'wasted') shares.reduce(key);
    else shares.restore(key);
    startNext();
  };

  const check = () => {
    const now = elapsed();
    retries.measure(turns, now - checkedAt);
    turns = 0;
    checkedAt = now;
    const late = queues.takeLate(now - maxWait);
    for (const { answer } of late) answer(retries.next(now, queues.size()));
    startNext();
    if (queues.size() > 0) return;
    cancelChecks?.();
    cancelChecks = undefined;
  };
  const wait = (key: string) =>
    new Promise<Retry | undefined>((answer) => {
      const since = elapsed();
      queues.add(key, { since, answer });
      if (cancelChecks !== undefined) return;
      turns = 0;
      checkedAt = since;
      cancelChecks = every(clock, checkInterval, check);
    });

  return {
    acquire: async (key = '') => {
      if (mayRun(key)) run(key);
      else {
        if (queues.sizeOf(key) >= maxWaiting) return retries.next(elapsed(), queues.size());
        const refusal = await wait(key);
        if (refusal !== undefined) return refusal;
      }
      let isReleased = false;
      return (how) => {
        if (isReleased) return;
        isReleased = true;
        end(key, how);
      };
    },
  };
};

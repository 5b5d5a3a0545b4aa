import { type Clock, every } from '@plenum/machine';

/** Lets so many through at a time; the others wait in the order they came, as long as they need not wait too long. */
export interface Semaphore {
  /**
   * Resolves when it is one's turn, with what lets the next one in; calling that twice does nothing. Where that would be too
   * late it resolves before: `comeBack` is in how many ms one's turn is, each later than the one before.
   */
  acquire(): Promise<(() => void) | { readonly comeBack: number }>;
}

export interface SemaphoreOptions {
  /** How many are inside at a time. */
  readonly most: number;
  /** The longest anybody waits in the queue, and the longest anybody is sent away for, ms. */
  readonly maxWait: number;
  readonly maxAbsent: number;
  readonly clock: Clock;
  readonly elapsed: () => number;
}

/** How often the queue is looked after, and how long a passage is thought to take before any was seen, ms. */
const look = 250;
const firstPace = 1;

export const createSemaphore = ({
  most,
  maxWait,
  maxAbsent,
  clock,
  elapsed,
}: SemaphoreOptions): Semaphore => {
  const queue: { readonly since: number; readonly answer: (comeBack?: { comeBack: number }) => void }[] = [];
  let inside = 0;
  /** Milliseconds from one passage to the next while there is a queue, and what it is reckoned from. */
  let pace = firstPace;
  let passed = 0;
  let lookedAt = 0;
  /** The last turn that was promised to one sent away. */
  let promised = 0;
  let cancelLook: (() => void) | undefined;

  const sendAwayLate = (now: number) => {
    const first = queue.findIndex(({ since }) => now - since < maxWait);
    const late = queue.splice(0, first < 0 ? queue.length : first);
    for (const { answer } of late) {
      promised = Math.min(now + maxAbsent, Math.max(promised, now + queue.length * pace) + pace);
      answer({ comeBack: promised - now });
    }
  };
  const lookAfter = () => {
    const now = elapsed();
    if (passed > 0) pace = (now - lookedAt) / passed;
    passed = 0;
    lookedAt = now;
    sendAwayLate(now);
    if (queue.length > 0) return;
    cancelLook?.();
    cancelLook = undefined;
  };
  const wait = () =>
    new Promise<{ comeBack: number } | undefined>((answer) => {
      const since = elapsed();
      queue.push({ since, answer });
      if (cancelLook !== undefined) return;
      passed = 0;
      lookedAt = since;
      cancelLook = every(clock, look, lookAfter);
    });
  const leave = () => {
    passed++;
    const next = queue.shift();
    if (next === undefined) inside--;
    else next.answer();
  };

  return {
    acquire: async () => {
      if (inside < most) inside++;
      else {
        const sentAway = await wait();
        if (sentAway !== undefined) return sentAway;
      }
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        leave();
      };
    },
  };
};

import { createSteppedClock, type SteppedClock } from './stepped-clock.ts';

/** Longest wait that ends immediately, in ms. */
const longestQuick = 1_000;

/**
 * Creates a clock for tests on which short waits end immediately, such as pauses between requests or between reads.
 * Longer waits, such as the timeout of a request, end when the short waits add up to them, or when the test advances
 * the clock.
 */
export function createQuickClock(start?: number): SteppedClock {
  const clock = createSteppedClock(start);
  return {
    ...clock,
    after: (milliseconds, run) => {
      const due = clock.now() + milliseconds;
      if (milliseconds <= longestQuick) setImmediate(() => clock.advance(Math.max(0, due - clock.now())));
      return clock.after(milliseconds, run);
    },
  };
}

import { createSteppedClock, type SteppedClock } from './stepped-clock.ts';

/** Waits of up to so many milliseconds are over at once. */
const longestQuick = 1_000;

/**
 * A clock for tests on which short waits are over at once: pauses, and those between two readings back. Longer ones, such
 * as the timeout of a request, pass as the shorter ones add up, or when the test advances the clock.
 */
export const createQuickClock = (start?: number): SteppedClock => {
  const clock = createSteppedClock(start);
  return {
    ...clock,
    after: (milliseconds, run) => {
      const due = clock.now() + milliseconds;
      if (milliseconds <= longestQuick) setImmediate(() => clock.advance(Math.max(0, due - clock.now())));
      return clock.after(milliseconds, run);
    },
  };
};

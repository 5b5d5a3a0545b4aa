import { createFakeClock, type FakeClock, monday } from '@plenum/platform/fake-clock';

/**
 * Simulated milliseconds per turn of the event loop. The number is small, so that a request over loopback does not
 * appear slow.
 */
const step = 2;

/** A clock that runs only while a test waits. */
export interface TestClock extends FakeClock {
  settle<T>(promise: Promise<T>): Promise<T>;
}

/** Creates a clock that runs as fast as the event loop turns, while `settle` waits for a promise. */
export function createTestClock(): TestClock {
  const clock = createFakeClock(monday);
  return {
    ...clock,
    settle: async (promise) => {
      let isSettled = false;
      const settled = promise.finally(() => {
        isSettled = true;
      });
      while (!isSettled) {
        clock.advance(step);
        await new Promise(setImmediate);
      }
      return settled;
    },
  };
}

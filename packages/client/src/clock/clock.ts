/** Time and chance as this package uses them, passed in so that a test owns both. */
export interface Clock {
  /** Milliseconds since some instant. */
  readonly now: () => number;
  /** Runs a function after some milliseconds; the returned function forgets it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  /** A number from 0 up to but not including 1. */
  readonly random: () => number;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Resolves after some milliseconds, or at once when the signal is aborted. */
export const pause = (clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      forget();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const forget = clock.after(milliseconds, done);
    signal?.addEventListener('abort', done);
  });

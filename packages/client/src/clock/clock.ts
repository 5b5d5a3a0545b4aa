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

/**
 * The wait before the `attempt`-th retry (from 0): doubled each time up to `most`, then between a half and the
 * whole of it by chance, so that many clients do not come back together.
 */
export const backoff = (
  clock: Clock,
  attempt: number,
  range: { readonly first: number; readonly most: number },
): number => {
  const whole = Math.min(range.most, range.first * 2 ** attempt);
  return Math.round(whole / 2 + (whole / 2) * clock.random());
};

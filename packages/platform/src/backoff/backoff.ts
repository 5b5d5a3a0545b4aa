/**
 * The waits between attempts, in ms: at most `first` after the first failure, at most twice as long after each further
 * one, never longer than `max`. Exponential back-off with jitter, so that clients that lost a server together do not
 * come back together. No I/O, safe in a browser.
 */
export interface Backoff {
  readonly first: number;
  readonly max: number;
}

/** Returns the longest wait after `failures` earlier failures in a row (0 for the first failure). */
export const longestWait = ({ first, max }: Backoff, failures: number): number =>
  Math.min(max, first * 2 ** Math.min(failures, 30));

/** Returns any wait up to the longest ("full jitter"); `random` returns 0 <= n < 1. */
export const fullJitter = (backoff: Backoff, failures: number, random: () => number): number =>
  Math.floor(random() * longestWait(backoff, failures));

/** Returns a wait of at least half of the longest ("equal jitter"). */
export const equalJitter = (backoff: Backoff, failures: number, random: () => number): number => {
  const half = longestWait(backoff, failures) / 2;
  return Math.round(half + half * random());
};

/**
 * Returns the wait if the server requested one (`Retry-After`): never shorter, and up to `first` longer, so that
 * clients that it sent away in the same second come back spread out.
 */
export const retryAfterJitter = ({ first }: Backoff, milliseconds: number, random: () => number): number =>
  milliseconds + Math.floor(random() * first);

/**
 * The waits between attempts, in ms: at most `first` after the first failure, then at most twice as long after each
 * further failure, never longer than `max`. This is exponential back-off with jitter, so that clients that lost a
 * server at the same time do not reconnect at the same time. No I/O, safe in a browser.
 */
export interface Backoff {
  readonly first: number;
  readonly max: number;
}

/** Returns the longest wait after `failures` earlier consecutive failures (0 for the first failure). */
export const longestWait = ({ first, max }: Backoff, failures: number): number =>
  Math.min(max, first * 2 ** Math.min(failures, 30));

/** Returns a random wait up to the longest ("full jitter"); `random` returns 0 <= n < 1. */
export const fullJitter = (backoff: Backoff, failures: number, random: () => number): number =>
  Math.floor(random() * longestWait(backoff, failures));

/** Returns a random wait from half of the longest to the longest ("equal jitter"). */
export function equalJitter(backoff: Backoff, failures: number, random: () => number): number {
  const half = longestWait(backoff, failures) / 2;
  return Math.round(half + half * random());
}

/** The longest extension of a requested wait, as a share of it. */
const extension = 0.1;

/**
 * Returns a wait for the time that the server requested (`Retry-After`), extended by up to a tenth of it, and by up to
 * `first` if that is more, so that clients that were refused in the same second do not return at the same time.
 */
export const retryAfterJitter = ({ first }: Backoff, milliseconds: number, random: () => number): number =>
  milliseconds + Math.floor(random() * Math.max(first, extension * milliseconds));

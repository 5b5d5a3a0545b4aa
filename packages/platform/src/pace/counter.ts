import { longestWait } from './backoff.ts';

/**
 * The number of failures without a wait, and the longest wait in ms. The wait begins at 1 s and doubles with each
 * failure.
 */
interface CounterLimit {
  readonly free: number;
  readonly maxWait: number;
}

/**
 * A counter of failures with expiry. It is plain data, so that it can be stored in memory or in a database row. Times are
 * ms of any clock that never runs backwards.
 */
export interface Count {
  readonly failures: number;
  readonly blockedUntil: number;
  readonly expiresAt: number;
}

const noFailures: Count = { failures: 0, blockedUntil: 0, expiresAt: 0 };

/** Returns a count at a given time; a missing or expired count has no failures. */
export const countAt = (count: Count | undefined, now: number): Count =>
  count === undefined || count.expiresAt <= now ? noFailures : count;

/** Returns the time to wait after the last of `failures` failures, in ms. */
export const waitAfter = ({ free, maxWait }: CounterLimit, failures: number): number =>
  failures <= free ? 0 : longestWait({ first: 1_000, max: maxWait }, failures - free - 1);

/** The effect of a failure on a count. */
export interface Failure {
  /** If there is no limit, a failure does not block. */
  readonly limit?: CounterLimit;
  /** The number of failures; default 1. */
  readonly failures?: number;
  /** Time until the count expires unless there is another failure, in ms. */
  readonly retention: number;
}

/** Returns the count after a failure. */
export function addFailure(count: Count | undefined, of: Failure, now: number): Count {
  const before = countAt(count, now);
  const failures = before.failures + (of.failures ?? 1);
  const wait = of.limit === undefined ? 0 : waitAfter(of.limit, failures);
  return {
    failures,
    blockedUntil: wait === 0 ? before.blockedUntil : Math.max(before.blockedUntil, now + wait),
    expiresAt: now + of.retention,
  };
}

/** Returns the count with one failure subtracted. A block stays. */
export const takeBack = (count: Count): Count => ({ ...count, failures: Math.max(0, count.failures - 1) });

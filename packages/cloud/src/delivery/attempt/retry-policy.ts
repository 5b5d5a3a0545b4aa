import type { SendResult } from '@plenum/outbound';
import { cloudLimits } from '@plenum/protocol/cloud';
import type { RecordOf } from '@plenum/protocol/console';

const minute = 60_000;
const hour = 60 * minute;

/** Schedule for resending failed messages. Times are in ms. */
export interface RetryPolicy {
  /**
   * Delays after the first attempt, the second and so on. If the attempt after the last delay fails, the message has
   * failed.
   */
  readonly delays: readonly number[];
  /** Maximum fraction by which a delay varies, so that messages that failed together are not resent together. */
  readonly jitter: number;
  /** The longest pause of a whole endpoint after a failure. */
  readonly maxPause: number;
  /** The longest pause just after a success. Later a pause may last a quarter of the time the endpoint has been failing. */
  readonly minMaxPause: number;
  /** The longest wait that an endpoint may request. */
  readonly maxRetryAfter: number;
  /** An endpoint that has accepted nothing for this time is disabled. */
  readonly disableAfter: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  delays: cloudLimits.retryPauses,
  jitter: 0.1,
  maxPause: 5 * minute,
  minMaxPause: minute / 2,
  maxRetryAfter: 24 * hour,
  disableAfter: cloudLimits.disableEndpointAfter,
};

/** Returns the longest time after which a failed message is sent again, in ms. */
export const longestRetry = ({ delays, jitter, maxRetryAfter }: RetryPolicy): number =>
  Math.max(...delays.map((delay) => delay * (1 + jitter)), maxRetryAfter);

/** The result of an attempt. Times are in ms UTC. */
export interface AttemptResult {
  readonly verdict: RecordOf<'Delivery'>['verdict'];
  /** Time of the next attempt, or undefined if there is none. */
  readonly retryAt: number | undefined;
  /** Time before which nothing is sent to the endpoint. */
  readonly pausedUntil: number;
}

interface AttemptFacts {
  /** Number of the attempt for this message, from 1. */
  readonly attempt: number;
  /** Failed attempts for any message at this endpoint since the last success. */
  readonly failures: number;
  /** Time of the first failure since the last success; `now` if there is none. */
  readonly failingSince: number;
  readonly now: number;
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  readonly fraction: number;
}

/** Statuses with which an endpoint requests a pause of all messages (RFC 9110, 15.6.4; RFC 6585, 4). */
const busy: ReadonlySet<number | undefined> = new Set([429, 503]);

/**
 * Decides how to continue after an attempt. Only 2xx is a success. A redirect is a failure and is not followed.
 * `Retry-After` can make a delay longer than the policy, but never shorter.
 */
export function evaluate(
  result: SendResult,
  { attempt, failures, failingSince, now, fraction }: AttemptFacts,
  policy: RetryPolicy,
): AttemptResult {
  const status = 'status' in result ? result.status : undefined;
  if (status !== undefined && status >= 200 && status < 300)
    return { verdict: 'delivered', retryAt: undefined, pausedUntil: 0 };
  const spread = 1 + (2 * fraction - 1) * policy.jitter;
  const requested = Math.min(('retryAfter' in result && result.retryAfter) || 0, policy.maxRetryAfter);
  const delay = policy.delays[attempt - 1];
  // An endpoint that succeeded recently may only fail from time to time, and is soon tried again.
  const maxPause = Math.min(policy.maxPause, Math.max(policy.minMaxPause, (now - failingSince) / 4));
  const pause = Math.min(policy.delays[failures] ?? maxPause, maxPause) * spread;
  const pausedUntil = now + Math.round(Math.max(pause, busy.has(status) ? requested : 0));
  const retryAt = delay === undefined ? undefined : now + Math.round(Math.max(delay * spread, requested));
  return {
    verdict: status === 410 ? 'gone' : retryAt === undefined ? 'dead' : 'retry',
    retryAt,
    pausedUntil,
  };
}

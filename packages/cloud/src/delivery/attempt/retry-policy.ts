import type { SendResult } from '@plenum/outbound';
import { cloudLimits } from '@plenum/protocol/cloud';
import type { RecordOf } from '@plenum/protocol/console';

const minute = 60_000;
const hour = 60 * minute;

/** When failed messages are sent again; times in ms. */
export interface RetryPolicy {
  /** Delays after the first attempt, the second and so on; after the last one the message has failed. */
  readonly delays: readonly number[];
  /** Each delay varies by up to this share of itself, so that messages that failed together are not sent together again. */
  readonly jitter: number;
  /** The longest pause of a whole endpoint after a failure. */
  readonly maxPause: number;
  /** The longest wait that an endpoint may request. */
  readonly maxRetryAfter: number;
  /** An endpoint that accepted nothing for so long is disabled. */
  readonly disableAfter: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  delays: cloudLimits.retryPauses,
  jitter: 0.1,
  maxPause: 5 * minute,
  maxRetryAfter: 24 * hour,
  disableAfter: cloudLimits.disableEndpointAfter,
};

/** The result of an attempt; instants in ms UTC. */
export interface AttemptResult {
  readonly verdict: RecordOf<'Delivery'>['verdict'];
  /** When the message is sent again; undefined where it is not. */
  readonly retryAt: number | undefined;
  /** Until when nothing is sent to the endpoint. */
  readonly pausedUntil: number;
}

export interface AttemptFacts {
  /** The number of the attempt at this message, from 1. */
  readonly attempt: number;
  /** Failed attempts at this endpoint since the last success, of any message. */
  readonly failures: number;
  readonly now: number;
  /** A random number from 0 up to but not including 1. */
  readonly fraction: number;
}

/** With these statuses an endpoint requests a pause of all messages (RFC 9110, 15.6.4; RFC 6585, 4). */
const busy: ReadonlySet<number | undefined> = new Set([429, 503]);

/**
 * Decides what follows from an attempt. Only 2xx is success: a redirect is a failure and is not followed. `Retry-After` can
 * make a delay longer than the policy, never shorter.
 */
export const evaluate = (
  result: SendResult,
  { attempt, failures, now, fraction }: AttemptFacts,
  policy: RetryPolicy,
): AttemptResult => {
  const status = 'status' in result ? result.status : undefined;
  if (status !== undefined && status >= 200 && status < 300)
    return { verdict: 'delivered', retryAt: undefined, pausedUntil: 0 };
  const spread = 1 + (2 * fraction - 1) * policy.jitter;
  const requested = Math.min(('retryAfter' in result && result.retryAfter) || 0, policy.maxRetryAfter);
  const delay = policy.delays[attempt - 1];
  const pause = Math.min(policy.delays[failures] ?? policy.maxPause, policy.maxPause) * spread;
  const pausedUntil = now + Math.round(Math.max(pause, busy.has(status) ? requested : 0));
  const retryAt = delay === undefined ? undefined : now + Math.round(Math.max(delay * spread, requested));
  return {
    verdict: status === 410 ? 'gone' : retryAt === undefined ? 'dead' : 'retry',
    retryAt,
    pausedUntil,
  };
};

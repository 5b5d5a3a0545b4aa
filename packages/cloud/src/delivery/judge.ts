import { cloudLimits } from '@plenum/protocol/cloud';
import type { Sent } from './send.ts';
import type { Verdict } from './shape.ts';

const minute = 60_000;
const hour = 60 * minute;

/** How long to try, in ms. */
export interface RetryPlan {
  /** Pauses after the first attempt, the second and so on; after the last the message is dead. */
  readonly pauses: readonly number[];
  /** Each pause is made longer or shorter by up to this share of it, so that what failed together does not meet again. */
  readonly jitter: number;
  /** The longest an endpoint as a whole is left alone because a message to it failed. */
  readonly longestRest: number;
  /** The longest an endpoint may ask us to wait. */
  readonly longestRetryAfter: number;
  /** An endpoint that took nothing for so long is disabled. */
  readonly patience: number;
}

export const defaultPlan: RetryPlan = {
  pauses: cloudLimits.retryPauses,
  jitter: 0.1,
  longestRest: 5 * minute,
  longestRetryAfter: 24 * hour,
  patience: cloudLimits.endpointPatience,
};

/** What follows from an attempt; instants in ms UTC. */
export interface Judgement {
  readonly verdict: Verdict;
  /** When the message is tried again; undefined where it is not. */
  readonly dueAt: number | undefined;
  /** Until when nothing at all is sent to the endpoint. */
  readonly restUntil: number;
}

/** What an endpoint may say with these: it is busy, wait (RFC 9110, 15.6.4; RFC 6585, 4). */
const busy = new Set([429, 503]);

/**
 * Judges the attempt with that number (from 1). Only 2xx is success: a redirect is a failure like any other, and is not
 * followed. `Retry-After` can make a wait longer than the plan, never shorter.
 */
export const judge = (
  sent: Sent,
  { attempt, failures, now, fraction }: { attempt: number; failures: number; now: number; fraction: number },
  plan: RetryPlan,
): Judgement => {
  const status = 'status' in sent ? sent.status : undefined;
  if (status !== undefined && status >= 200 && status < 300)
    return { verdict: 'delivered', dueAt: undefined, restUntil: 0 };
  const spread = 1 + (2 * fraction - 1) * plan.jitter;
  const asked = Math.min(('retryAfter' in sent && sent.retryAfter) || 0, plan.longestRetryAfter);
  const pause = plan.pauses[attempt - 1];
  const rest = Math.min(plan.pauses[failures] ?? plan.longestRest, plan.longestRest) * spread;
  const restUntil = now + Math.round(Math.max(rest, busy.has(status ?? 0) ? asked : 0));
  const dueAt = pause === undefined ? undefined : now + Math.round(Math.max(pause * spread, asked));
  return { verdict: status === 410 ? 'gone' : dueAt === undefined ? 'dead' : 'retry', dueAt, restUntil };
};

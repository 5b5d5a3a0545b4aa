import type { AlertMessage } from '@plenum/insight/alert';
import { type Backoff, equalJitter } from '@plenum/platform/backoff';
import type { SendResult } from '../post/send.ts';
import { messageLifetime, type PushNotification } from './send-push.ts';

/** Messages waiting to be sent to a device, and the state of sending. Stored as JSON; times in ms UTC. */
export interface PushQueue {
  readonly waiting: readonly PushNotification[];
  /** Number of consecutive failed attempts. */
  readonly failures: number;
  /** Time before which nothing is sent. */
  readonly pausedUntil: number;
  /** Times at which messages were added, as far as the limit needs them. */
  readonly entered: readonly number[];
}

export const emptyPushQueue: PushQueue = { waiting: [], failures: 0, pausedUntil: 0, entered: [] };

export const pushQueueLimits = {
  /** Maximum number of waiting messages; a further one replaces the oldest. */
  waiting: 20,
  /** Maximum number of messages an hour. Further ones are dropped, for example if a fault comes and goes. */
  hourly: 30,
  /** Consecutive failures after which a subscription ends. */
  failures: 40,
  /** The longest pause that a push service may request, ms. */
  retryAfter: 6 * 3_600_000,
} as const;

/**
 * Maximum number of devices that one bridge or account notifies, and the time in ms after which a device that has
 * opened no page gets no more notifications.
 */
export const subscriptionLimits = { count: 20, unseen: 90 * 86_400_000 } as const;

const pauses: Backoff = { first: 30_000, max: 3_600_000 };
const hour = 3_600_000;

/** The longest pause after a failure, in ms. */
export const maxPushPause = Math.max(pushQueueLimits.retryAfter, pauses.max);

/** Adds messages, each replacing a message with the same key. Messages beyond the limits are dropped. */
export function enqueue(
  queue: PushQueue,
  notifications: readonly PushNotification[],
  now: number,
): PushQueue {
  const entered = queue.entered.filter((at) => at > now - hour && at <= now);
  const taken = notifications.slice(0, Math.max(0, pushQueueLimits.hourly - entered.length));
  if (taken.length === 0) return queue;
  const keys = new Set(taken.map(({ key }) => key));
  const waiting = [...queue.waiting.filter(({ key }) => !keys.has(key)), ...taken];
  return {
    ...queue,
    waiting: waiting.slice(-pushQueueLimits.waiting),
    entered: [...entered, ...taken.map(() => now)],
  };
}

/** Adds a test message; returns `undefined` if too many messages were added within an hour. */
export function enqueueTest(queue: PushQueue, message: AlertMessage, now: number): PushQueue | undefined {
  const after = enqueue(queue, [{ key: 'test', message }], now);
  return after === queue ? undefined : after;
}

const isOld = ({ at }: AlertMessage, now: number): boolean => at <= now - messageLifetime;

/** Returns the first waiting message that is not too old. */
export const nextNotification = ({ waiting }: PushQueue, now: number): PushNotification | undefined =>
  waiting.find(({ message }) => !isOld(message, now));

/**
 * Returns the time at which the next message is due; `undefined` if no message is waiting, or all waiting messages are
 * too old. A pause that ends later than any could began before the clock went back, and is over.
 */
export function dueAt(queue: PushQueue, now: number): number | undefined {
  if (nextNotification(queue, now) === undefined) return undefined;
  return queue.pausedUntil > now + maxPushPause ? now : queue.pausedUntil;
}

/** Statuses with which a push service ends a subscription (RFC 8030, 7.3 and 5). */
const over = new Set([404, 410]);
/**
 * Statuses after which repeating a message is useless: the message is too large, or not in the form that the push
 * service requires.
 */
const final = new Set([400, 413]);

interface AttemptedNotification {
  readonly notification: PushNotification;
  readonly result: SendResult;
  readonly now: number;
  /** A random number n, 0 <= n < 1. */
  readonly fraction: number;
}

/** Returns the queue after an attempt, or the end of the subscription. */
export function settle(
  queue: PushQueue,
  { notification, result, now, fraction }: AttemptedNotification,
): PushQueue | 'ended' {
  const status = 'status' in result ? result.status : 0;
  if (over.has(status)) return 'ended';
  const isSame = (one: PushNotification) =>
    one.key === notification.key && one.message.at === notification.message.at;
  const others = queue.waiting.filter((one) => !isSame(one) && !isOld(one.message, now));
  if (status >= 200 && status < 300) return { ...queue, waiting: others, failures: 0, pausedUntil: 0 };
  const failures = queue.failures + 1;
  if (failures >= pushQueueLimits.failures) return 'ended';
  const asked = Math.min(('retryAfter' in result && result.retryAfter) || 0, pushQueueLimits.retryAfter);
  const pause = Math.max(
    asked,
    equalJitter(pauses, queue.failures, () => fraction),
  );
  return {
    ...queue,
    waiting: final.has(status) ? others : queue.waiting.filter(({ message }) => !isOld(message, now)),
    failures,
    pausedUntil: now + pause,
  };
}

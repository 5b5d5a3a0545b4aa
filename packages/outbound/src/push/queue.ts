import type { AlertMessage } from '@plenum/insight/alert';
import { type Backoff, equalJitter } from '@plenum/platform/backoff';
import type { SendResult } from '../post/send.ts';
import { messageLifetime, type PushNotification } from './send-push.ts';

/** What waits to be sent to a device, and how that goes. Stored in JSON; instants in ms UTC. */
export interface PushQueue {
  readonly waiting: readonly PushNotification[];
  /** Attempts that failed since the last one that did not. */
  readonly failures: number;
  /** Nothing is sent before. */
  readonly pausedUntil: number;
  /** When messages were put in, as far as that counts for the limit. */
  readonly entered: readonly number[];
}

export const emptyPushQueue: PushQueue = { waiting: [], failures: 0, pausedUntil: 0, entered: [] };

export const pushQueueLimits = {
  /** Messages that wait; a further one takes the place of the oldest. */
  waiting: 20,
  /** Messages of an hour; more are left out, such as those of a fault that comes and goes. */
  hourly: 30,
  /** Failed attempts in a row after which a subscription ends. */
  failures: 40,
  /** The longest pause that a push service may ask for, ms. */
  retryAfter: 6 * 3_600_000,
} as const;

/** Devices that one bridge or account notifies, and how long one is notified that opens no page, ms. */
export const subscriptionLimits = { count: 20, unseen: 90 * 86_400_000 } as const;

const pauses: Backoff = { first: 30_000, max: 3_600_000 };
const hour = 3_600_000;

/** Puts messages in, each in place of one with its key. Those beyond the limits are left out. */
export const enqueue = (
  queue: PushQueue,
  notifications: readonly PushNotification[],
  now: number,
): PushQueue => {
  const entered = queue.entered.filter((at) => at > now - hour);
  const taken = notifications.slice(0, Math.max(0, pushQueueLimits.hourly - entered.length));
  if (taken.length === 0) return queue;
  const keys = new Set(taken.map(({ key }) => key));
  const waiting = [...queue.waiting.filter(({ key }) => !keys.has(key)), ...taken];
  return {
    ...queue,
    waiting: waiting.slice(-pushQueueLimits.waiting),
    entered: [...entered, ...taken.map(() => now)],
  };
};

/** Puts a test in; undefined where too many messages were put in within an hour. */
export const enqueueTest = (queue: PushQueue, message: AlertMessage, now: number): PushQueue | undefined => {
  const after = enqueue(queue, [{ key: 'test', message }], now);
  return after === queue ? undefined : after;
};

const isOld = ({ at }: AlertMessage, now: number): boolean => at <= now - messageLifetime;

/** The first message that waits and is not too old to be of use. */
export const nextNotification = ({ waiting }: PushQueue, now: number): PushNotification | undefined =>
  waiting.find(({ message }) => !isOld(message, now));

/** When the next message is due; undefined where none waits that is still of use. */
export const dueAt = (queue: PushQueue, now: number): number | undefined =>
  nextNotification(queue, now) === undefined ? undefined : queue.pausedUntil;

/** Statuses with which a push service says that a subscription is over (RFC 8030, 7.3 and 5). */
const over = new Set([404, 410]);
/** Statuses that a message gets again however often it is sent: it is too large, or not as the push service wants it. */
const final = new Set([400, 413]);

interface AttemptedNotification {
  readonly notification: PushNotification;
  readonly result: SendResult;
  readonly now: number;
  /** A random number from 0 up to but not including 1. */
  readonly fraction: number;
}

/** What follows from an attempt: the queue after it, or that the subscription has ended. */
export const settle = (
  queue: PushQueue,
  { notification, result, now, fraction }: AttemptedNotification,
): PushQueue | 'ended' => {
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
};

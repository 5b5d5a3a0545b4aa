import {
  alertsOf,
  followAlerts,
  type LastingAlerts,
  toAlertMessage,
  type WatchedHouse,
} from '@plenum/insight/alert';
import { emptyPushQueue, enqueue, type PushQueue } from '@plenum/outbound/push';
import type { AlertSubscription } from '@plenum/protocol/alert';

/** A subscribed browser, as a bridge stores it in JSON. Times are in ms UTC, by the clock of the machine. */
export interface Subscription extends AlertSubscription {
  /** Time at which a page last confirmed the subscription. */
  readonly seenAt: number;
  readonly lasting: LastingAlerts;
  readonly mailbox: PushQueue;
}

export const isSame = (one: AlertSubscription, endpoint: string): boolean => one.target.endpoint === endpoint;

/** Returns a new or renewed subscription; a renewed one keeps the alerts already sent and the queued messages. */
export const renew = (
  given: AlertSubscription,
  before: Subscription | undefined,
  now: number,
): Subscription => ({
  ...given,
  seenAt: now,
  lasting: before?.lasting ?? {},
  mailbox: before?.mailbox ?? emptyPushQueue,
});

interface HouseNow {
  readonly house: WatchedHouse;
  readonly name: string;
  /** Time of the house, which may differ from that of the machine. */
  readonly at: number;
  readonly now: number;
}

/** Returns a subscription with the current alerts of a house; the same object if no alert begins or ends. */
export function withNewAlerts(one: Subscription, { house, name, at, now }: HouseNow): Subscription {
  // A bridge cannot report that it is offline.
  const alerts = alertsOf(house, { ...one.choices, offline: false });
  const { lasting, begun } = followAlerts(one.lasting, alerts, { now: at, isReached: house.isReached });
  if (JSON.stringify(lasting) === JSON.stringify(one.lasting)) return one;
  const notifications = begun.map((alert) => ({
    key: alert.key,
    message: toAlertMessage({ house: name, at: now, reader: one.reader }, alert),
  }));
  return { ...one, lasting, mailbox: enqueue(one.mailbox, notifications, now) };
}

import type { DatabaseSync } from 'node:sqlite';
import { toAlertMessage } from '@plenum/insight/alert';
import type { SendResult } from '@plenum/outbound';
import {
  checkPushTarget,
  createPushSender,
  dueAt,
  enqueueTest,
  type PushPolicy,
  subscriptionLimits,
  whyNotAccepted,
} from '@plenum/outbound/push';
import { every, type Runtime } from '@plenum/platform';
import type { AlertChoices, AlertRenewal, AlertSubscription } from '@plenum/protocol/alert';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { Device } from '../device/device.ts';
import { createAlertSender } from './alert-sender.ts';
import { renew, type Subscription, withNewAlerts } from './subscription.ts';
import { openSubscriptionStore } from './subscription-store.ts';

/** Push notifications from a bridge, sent by Web Push. */
export interface Alerts extends AsyncDisposable {
  /** Returns the key that browsers subscribe with. The key is created when it is first needed. */
  publicKey(): Result<string>;
  /** Subscribes a browser, or changes its choices; durable when it returns. */
  save(subscription: AlertSubscription): Result<undefined>;
  /** Returns the choices of a browser; undefined if it is not subscribed. */
  read(endpoint: string): AlertChoices | undefined;
  /**
   * Confirms the subscription of a browser without changing it; returns its choices, or undefined if it is not
   * subscribed.
   */
  renew(renewal: AlertRenewal): Result<AlertChoices | undefined>;
  /** Ends the subscription of a browser. */
  end(endpoint: string): Result<undefined>;
  /** Sends a test push notification to a browser and waits for the push service to respond. */
  test(endpoint: string): Promise<Result<undefined>>;
  /** Resolves when no message is being sent. */
  idle(): Promise<void>;
}

interface AlertsDeps extends Pick<Runtime, 'clock' | 'log' | 'random'> {
  readonly device: Device;
  readonly db: DatabaseSync;
  /** If the key changes, subscriptions made with the earlier key end. */
  readonly accessKey: string | undefined;
  readonly policy?: PushPolicy | undefined;
}

const checkEvery = 2_000;

const toResult = (sent: SendResult | undefined): Result<undefined> => {
  const why = whyNotAccepted(sent);
  return why === undefined
    ? ok(undefined)
    : refuse('not-available', { facts: { what: 'push-service', ...why } });
};

const checkTarget = ({ target }: AlertSubscription, policy: PushPolicy): Result<undefined> => {
  const checked = checkPushTarget(target, policy);
  if (checked.ok) return checked;
  const path = ['subscription', 'target'];
  if (checked.refusal.part === 'endpoint') {
    const told = checked.refusal.why.replace(/\.$/, '');
    const facts = { what: 'push-address', reason: 'told', told } as const;
    return refuse('unusable-word', { path: [...path, 'endpoint'], input: target.endpoint, facts });
  }
  const facts = { what: 'browser-key', reason: 'not-on-curve' } as const;
  return refuse('unusable-word', { path: [...path, 'keys', 'p256dh'], input: target.keys.p256dh, facts });
};

/** Opens the push notifications stored in a data folder (decisions/026). */
export function openAlerts(deps: AlertsDeps): Alerts {
  const { device, clock, random, log, policy = {} } = deps;
  const store = openSubscriptionStore(deps);
  const stop = new AbortController();
  const sendPush = createPushSender({
    ...policy,
    clock,
    keys: () => {
      const keys = store.keys();
      if (!keys.ok) throw new Error('The key for push services cannot be stored.');
      return keys.value;
    },
  });
  const nameOfHouse = () => device.datagrams().unit[0]?.Tag1?.trim() ?? '';

  const sender = createAlertSender({ store, sendPush, clock, random, log, signal: stop.signal });

  const isDue = ({ mailbox, target }: Subscription, now: number) =>
    !sender.isSending(target.endpoint) && (dueAt(mailbox, now) ?? Number.POSITIVE_INFINITY) <= now;

  const checkHouse = () => {
    const before = store.all();
    if (before.length === 0) return;
    const now = clock.now();
    device.advanceTo(now);
    const house = { datagrams: device.datagrams(), isReached: device.health()?.state !== 'silent' };
    const seen = { house, name: nameOfHouse(), at: device.at(), now };
    const kept = before.filter(({ seenAt }) => seenAt > now - subscriptionLimits.unseen);
    const after = kept.map((one) => withNewAlerts(one, seen));
    const isChanged = after.length !== before.length || after.some((one, place) => one !== before[place]);
    if (isChanged) store.follow(after);
    for (const one of after) if (isDue(one, now)) void sender.send(one.target.endpoint);
  };
  const cancel = every(clock, checkEvery, () => {
    try {
      checkHouse();
    } catch (error) {
      log.error({ err: error }, 'the house could not be checked for alerts');
    }
  });

  return {
    idle: sender.idle,
    publicKey: () => {
      const keys = store.keys();
      return keys.ok ? ok(keys.value.publicKey) : keys;
    },
    save: (given) => {
      const checked = checkTarget(given, policy);
      if (!checked.ok) return checked;
      const { endpoint } = given.target;
      const others = store.without(endpoint);
      if (others.length >= subscriptionLimits.count)
        return refuse('too-many', {
          path: ['subscription'],
          facts: { length: others.length + 1, max: subscriptionLimits.count },
        });
      return store.set([...others, renew(given, store.find(endpoint), clock.now())]);
    },
    read: (endpoint) => store.find(endpoint)?.choices,
    renew: ({ endpoint, reader }) => {
      const one = store.find(endpoint);
      if (one === undefined) return ok(undefined);
      const stored = store.set(store.replace({ ...one, reader, seenAt: clock.now() }));
      return stored.ok ? ok(one.choices) : stored;
    },
    end: (endpoint) =>
      store.find(endpoint) === undefined ? ok(undefined) : store.set(store.without(endpoint)),
    test: async (endpoint) => {
      const one = store.find(endpoint);
      if (one === undefined)
        return refuse('not-available', {
          facts: { what: 'test-notification', reason: 'not-notified' },
        });
      const now = clock.now();
      const message = toAlertMessage({ house: nameOfHouse(), at: now, reader: one.reader });
      const mailbox = enqueueTest(one.mailbox, message, now);
      if (mailbox === undefined)
        return refuse('not-available', {
          facts: { what: 'test-notification', reason: 'sent-too-often' },
        });
      const stored = store.set(store.replace({ ...one, mailbox }));
      return stored.ok ? toResult(await sender.send(endpoint)) : stored;
    },
    [Symbol.asyncDispose]: async () => {
      cancel();
      stop.abort();
      await sender.idle();
    },
  };
}

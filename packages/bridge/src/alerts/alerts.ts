import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type Clock, every } from '@plenum/machine';
import {
  type AddressPolicy,
  checkUrl,
  createHostResolver,
  createSender,
  type SendResult,
} from '@plenum/outbound';
import {
  createSendPush,
  createVapidKeys,
  dueAt,
  isPublicKey,
  nextLetter,
  putIn,
  settle,
  type VapidKeys,
} from '@plenum/outbound/push';
import type { AlertChoices, AlertRenewal, AlertSubscription } from '@plenum/protocol/alert';
import { toConsoleSentence } from '@plenum/protocol/console';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { Device } from '../device/device.ts';
import type { Log } from '../log/log.ts';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';
import {
  isSame,
  renew,
  type Subscription,
  subscriptionLimits,
  toMessage,
  withNewAlerts,
} from './subscription.ts';

/** The notifications of a bridge by Web Push. */
export interface Alerts extends AsyncDisposable {
  /** The key that browsers subscribe with; made at first need. */
  publicKey(): Result<string>;
  /** Notifies a browser from now on, or as it chooses anew; durable when it returns. */
  save(subscription: AlertSubscription): Result<undefined>;
  /** What a browser chose; undefined where it is not notified. */
  read(endpoint: string): AlertChoices | undefined;
  /** Confirms the subscription of a browser: what it chose, undefined where it is not notified, which this does not change. */
  renew(renewal: AlertRenewal): Result<AlertChoices | undefined>;
  /** Notifies a browser no more. */
  end(endpoint: string): Result<undefined>;
  /** Sends a test notification to a browser and waits for its push service. */
  test(endpoint: string): Promise<Result<undefined>>;
  /** Resolves when no message is under way. */
  idle(): Promise<void>;
}

/** What differs in tests: a push service on this machine, with an authority of its own. */
export interface PushPolicy extends Partial<AddressPolicy> {
  readonly ca?: string | undefined;
}

export interface AlertsDeps {
  readonly device: Device;
  readonly db: DatabaseSync;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** With another key, those who had the earlier one are notified no more. */
  readonly accessKey: string | undefined;
  readonly policy?: PushPolicy | undefined;
}

/** Whom a push service may ask about the bridges: their owners are not known to them. */
const contact = 'https://github.com/plenum-climate/plenum';
const names = { keys: 'push-keys', subscriptions: 'push-subscriptions' } as const;
const checkEvery = 2_000;
const timeout = 15_000;

interface Stored {
  /** By which a change of the access key is noticed. */
  readonly access: string;
  readonly subscriptions: readonly Subscription[];
}

const hash = (key: string | undefined) =>
  createHash('sha256')
    .update(key ?? '')
    .digest('base64url');

const createStore = ({ db, log, accessKey }: AlertsDeps) => {
  const settings = createSettings(db);
  const access = hash(accessKey);
  const stored = settings.read(names.subscriptions) as Stored | undefined;
  let subscriptions = stored?.access === access ? stored.subscriptions : [];
  let keys = settings.read(names.keys) as VapidKeys | undefined;
  const write = (next: readonly Subscription[]): Result<undefined> =>
    transact(db, () => settings.write(names.subscriptions, { access, subscriptions: next } satisfies Stored));
  return {
    all: () => subscriptions,
    /** Refused where it cannot be stored: then nothing changes. */
    set: (next: readonly Subscription[]): Result<undefined> => {
      const done = write(next);
      if (done.ok) subscriptions = next;
      return done;
    },
    /** For what is not to be lost though it cannot be stored: nobody is notified twice. */
    follow: (next: readonly Subscription[]) => {
      subscriptions = next;
      const done = write(next);
      if (!done.ok) log.warn({ refusal: done.refusal.code }, 'notifications could not be stored');
    },
    keys: (): Result<VapidKeys> => {
      if (keys !== undefined) return ok(keys);
      const made = createVapidKeys();
      const done = transact(db, () => settings.write(names.keys, made));
      if (!done.ok) return done;
      keys = made;
      return ok(made);
    },
  };
};

const toOutcome = (result: SendResult | undefined): Result<undefined> => {
  const what = 'The push service of this browser';
  if (result === undefined) return refuse('not-available', { facts: { what, why: 'it asked to wait' } });
  if ('status' in result && result.status >= 200 && result.status < 300) return ok(undefined);
  const why =
    'status' in result ? `it answered with ${result.status}` : `it cannot be reached (${result.problem})`;
  return refuse('not-available', { facts: { what, why } });
};

const checkTarget = ({ target }: AlertSubscription, isDevelopment: boolean): Result<undefined> => {
  const { endpoint, keys } = target;
  const path = ['subscription', 'target'];
  const what = 'the address of a push service';
  const url = checkUrl(endpoint, { isDevelopment });
  if ('refusal' in url) {
    const facts = { what, why: toConsoleSentence(url.refusal).replace(/\.$/, '') };
    return refuse('unusable-word', { path: [...path, 'endpoint'], input: endpoint, facts });
  }
  if (isPublicKey(keys.p256dh)) return ok(undefined);
  const facts = { what: 'the public key of a browser', why: 'it is no point of P-256' };
  return refuse('unusable-word', { path: [...path, 'keys', 'p256dh'], input: keys.p256dh, facts });
};

/** Opens the notifications that a data folder keeps (decisions/026). */
export const openAlerts = (deps: AlertsDeps): Alerts => {
  const { device, clock, random, log, policy = {} } = deps;
  const { isDevelopment = false, ca } = policy;
  const store = createStore(deps);
  const stop = new AbortController();
  const sendPush = createSendPush({
    send: createSender({ clock, resolveHost: createHostResolver(), isDevelopment, timeout, ca }),
    keys: () => {
      const keys = store.keys();
      if (!keys.ok) throw new Error('The key for push services cannot be stored.');
      return keys.value;
    },
    contact,
  });
  const find = (endpoint: string) => store.all().find((one) => isSame(one, endpoint));
  const without = (endpoint: string) => store.all().filter((one) => !isSame(one, endpoint));
  const replace = (next: Subscription) =>
    store.all().map((one) => (isSame(one, next.target.endpoint) ? next : one));
  const nameOfHouse = () => device.datagrams().unit[0]?.Tag1?.trim() ?? '';

  /** One sender for each device, so that messages arrive in their order. */
  const sending = new Map<string, Promise<SendResult | undefined>>();
  const sendAll = async (endpoint: string): Promise<SendResult | undefined> => {
    let last: SendResult | undefined;
    for (;;) {
      const one = find(endpoint);
      const letter = one && nextLetter(one.mailbox, clock.now());
      if (letter === undefined || one!.mailbox.pausedUntil > clock.now() || stop.signal.aborted) return last;
      last = await sendPush(one!.target, letter, stop.signal);
      const now = clock.now();
      const current = find(endpoint);
      if (current === undefined || stop.signal.aborted) return last;
      const mailbox = settle(current.mailbox, { letter, result: last, now, fraction: random() });
      store.follow(mailbox === 'ended' ? without(endpoint) : replace({ ...current, mailbox }));
    }
  };
  const send = (endpoint: string): Promise<SendResult | undefined> => {
    const before = sending.get(endpoint) ?? Promise.resolve(undefined);
    const turn = before
      .then(() => sendAll(endpoint))
      .catch((error: unknown) => {
        log.error({ err: error }, 'a notification could not be sent');
        return undefined;
      })
      .finally(() => {
        if (sending.get(endpoint) === turn) sending.delete(endpoint);
      });
    sending.set(endpoint, turn);
    return turn;
  };

  const isDue = ({ mailbox, target }: Subscription, now: number) =>
    !sending.has(target.endpoint) && (dueAt(mailbox, now) ?? Number.POSITIVE_INFINITY) <= now;

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
    for (const one of after) if (isDue(one, now)) void send(one.target.endpoint);
  };
  const cancel = every(clock, checkEvery, () => {
    try {
      checkHouse();
    } catch (error) {
      log.error({ err: error }, 'notifications could not be checked');
    }
  });

  const idle = async () => {
    while (sending.size > 0) await Promise.all(sending.values());
  };
  return {
    idle,
    publicKey: () => {
      const keys = store.keys();
      return keys.ok ? ok(keys.value.publicKey) : keys;
    },
    save: (given) => {
      const checked = checkTarget(given, isDevelopment);
      if (!checked.ok) return checked;
      const { endpoint } = given.target;
      const others = without(endpoint);
      if (others.length >= subscriptionLimits.count)
        return refuse('too-many', {
          path: ['subscription'],
          facts: { length: others.length + 1, max: subscriptionLimits.count },
        });
      return store.set([...others, renew(given, find(endpoint), clock.now())]);
    },
    read: (endpoint) => find(endpoint)?.choices,
    renew: ({ endpoint, reader }) => {
      const one = find(endpoint);
      if (one === undefined) return ok(undefined);
      const stored = store.set(replace({ ...one, reader, seenAt: clock.now() }));
      return stored.ok ? ok(one.choices) : stored;
    },
    end: (endpoint) => (find(endpoint) === undefined ? ok(undefined) : store.set(without(endpoint))),
    test: async (endpoint) => {
      const one = find(endpoint);
      if (one === undefined)
        return refuse('not-available', {
          facts: { what: 'A test', why: 'this browser is not notified' },
        });
      const now = clock.now();
      const message = toMessage(one, { name: nameOfHouse(), now });
      const mailbox = putIn(one.mailbox, [{ key: 'test', message }], now);
      if (!mailbox.waiting.some((waiting) => waiting.message === message))
        return refuse('not-available', {
          facts: { what: 'A test', why: 'too many were sent in the last hour' },
        });
      const stored = store.set(replace({ ...one, mailbox }));
      return stored.ok ? toOutcome(await send(endpoint)) : stored;
    },
    [Symbol.asyncDispose]: async () => {
      cancel();
      stop.abort();
      await idle();
    },
  };
};

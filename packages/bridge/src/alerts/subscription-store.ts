import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { createVapidKeys, type VapidKeys } from '@plenum/outbound/push';
import type { Log } from '@plenum/platform/quiet-log';
import { ok, type Result } from '@plenum/protocol/refusal';
import { pushSettings } from '../store/push-settings.ts';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';
import { isSame, type Subscription } from './subscription.ts';

/** The subscribed browsers of a bridge; `without` and `replace` return the resulting list without storing it. */
export interface SubscriptionStore {
  all(): readonly Subscription[];
  find(endpoint: string): Subscription | undefined;
  without(endpoint: string): readonly Subscription[];
  replace(next: Subscription): readonly Subscription[];
  /** Stores a list; if that fails, returns a refusal and changes nothing. */
  set(next: readonly Subscription[]): Result<undefined>;
  /** Keeps a list in memory even if it cannot be stored, so that no browser is notified twice. */
  follow(next: readonly Subscription[]): void;
  /** Returns the key that browsers subscribe with. The key is created when it is first needed. */
  keys(): Result<VapidKeys>;
}

interface SubscriptionStoreDeps {
  readonly db: DatabaseSync;
  readonly log: Log;
  /** If the key changes, subscriptions made with the earlier key end. */
  readonly accessKey: string | undefined;
}

interface Stored {
  /** Changes when the access key changes. */
  readonly access: string;
  readonly subscriptions: readonly Subscription[];
}

const hash = (key: string | undefined) =>
  createHash('sha256')
    .update(key ?? '')
    .digest('base64url');

/** Opens the subscriptions in a data folder, and the key that identifies its bridge to push services. */
export function openSubscriptionStore({ db, log, accessKey }: SubscriptionStoreDeps): SubscriptionStore {
  const settings = createSettings(db);
  const access = hash(accessKey);
  const stored = settings.read(pushSettings.subscriptions) as Stored | undefined;
  let subscriptions = stored?.access === access ? stored.subscriptions : [];
  let keys = settings.read(pushSettings.keys) as VapidKeys | undefined;
  const write = (next: readonly Subscription[]): Result<undefined> =>
    transact(db, () =>
      settings.write(pushSettings.subscriptions, { access, subscriptions: next } satisfies Stored),
    );
  const without = (endpoint: string) => subscriptions.filter((one) => !isSame(one, endpoint));
  return {
    all: () => subscriptions,
    find: (endpoint) => subscriptions.find((one) => isSame(one, endpoint)),
    without,
    replace: (next) => subscriptions.map((one) => (isSame(one, next.target.endpoint) ? next : one)),
    set: (next) => {
      const done = write(next);
      if (done.ok) subscriptions = next;
      return done;
    },
    follow: (next) => {
      subscriptions = next;
      const done = write(next);
      if (!done.ok)
        log.warn({ refusal: done.refusal.code }, 'the state of push notifications could not be stored');
    },
    keys: () => {
      if (keys !== undefined) return ok(keys);
      const made = createVapidKeys();
      const done = transact(db, () => settings.write(pushSettings.keys, made));
      if (!done.ok) return done;
      keys = made;
      return ok(made);
    },
  };
}

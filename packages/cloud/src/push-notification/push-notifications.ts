import { createHash } from 'node:crypto';
import { toAlertMessage } from '@plenum/insight/alert';
import type { SendResult } from '@plenum/outbound';
import {
  checkPushTarget,
  createPushSender,
  dueAt,
  emptyPushQueue,
  enqueueTest,
  type PushPolicy,
  type PushQueue,
  projectContact,
  subscriptionLimits,
  whyNotAccepted,
} from '@plenum/outbound/push';
import type { Runtime } from '@plenum/platform';
import {
  type AlertChoices,
  type AlertRenewal,
  checkAccountAlertSubscription,
  type HouseAlertChoices,
} from '@plenum/protocol/alert';
import { type Refused, refuseRequest } from '@plenum/protocol/console';
import { toSentence } from '@plenum/protocol/refusal';
import { selectVisible, type Viewer } from '../fleet/bridge/access.ts';
import type { Encryption } from '../kernel/crypto/encryption.ts';
import { type Random, systemRandom } from '../kernel/crypto/random.ts';
import { startRoutine } from '../kernel/database/routine.ts';
import { createSecretReader } from '../kernel/database/secret-reader.ts';
import type { Db, Store } from '../kernel/database/store.ts';
import { sweepRows } from '../kernel/database/sweep-rows.ts';
import { logFailure } from '../kernel/failure/log-failure.ts';
import {
  type ChoicesByHouse,
  createHouseCheck,
  type LastingByHouse,
  readHouseChoices,
} from './house-check.ts';
import { nextPushNotification } from './next-push-notification.ts';
import { createPushKey } from './push-key.ts';
import { createSendDue } from './send.ts';

/** A signed-in browser. */
interface SignedInBrowser {
  readonly accountId: string;
  readonly sessionHash: string;
}

/** Identifies a subscription of an account. Only the browser and its push service know the address. */
interface OwnSubscription {
  readonly accountId: string;
  readonly endpoint: string;
}

/** The choices of a browser for all houses, and for single houses with their own choices. */
interface AccountChoices {
  readonly choices: AlertChoices;
  readonly houses: readonly HouseAlertChoices[];
}

/** The push notifications of a cloud, for all its nodes. */
export interface PushNotifications extends AsyncDisposable {
  /** Returns the key with which browsers subscribe. The key is created when it is first needed. */
  publicKey(): Promise<string>;
  /** Subscribes a browser, or changes its choices. */
  save(browser: SignedInBrowser, subscription: unknown): Promise<Refused | undefined>;
  /** Returns the choices of a browser, or undefined if it is not subscribed. */
  read(own: OwnSubscription): Promise<AccountChoices | undefined>;
  /**
   * Confirms the subscription of a browser. Returns `undefined` if the browser is not subscribed, without subscribing
   * it.
   */
  renew(browser: SignedInBrowser, renewal: AlertRenewal): Promise<AccountChoices | undefined>;
  end(own: OwnSubscription): Promise<void>;
  /** Sends a test and waits for the response of the push service. */
  test(own: OwnSubscription): Promise<Refused | undefined>;
  /** Checks and sends everything due immediately instead of at the next turn. */
  runNow(): Promise<void>;
}

export interface PushNotificationsDeps extends PushPolicy, Pick<Runtime, 'clock' | 'log'> {
  readonly store: Store;
  readonly encryption: Encryption;
  readonly random?: Random;
  readonly publicUrl: string;
}

/** Interval between checks of each house, and between a node's searches for houses that are due, ms. */
const houseCheckEvery = 30_000;
const turnEvery = 10_000;

const messages = {
  damaged:
    'a secret of push notifications cannot be decrypted, because it is damaged; nothing is sent with it',
  otherKey:
    'secrets of push notifications cannot be decrypted, because this node does not have their key; it leaves them to nodes that have it',
};

/** Returns the contact for push services: this cloud's address if it has https, otherwise the project's contact. */
const contactOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : projectContact;

const hash = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');

const checkGiven = (given: unknown, policy: PushPolicy) => {
  const malformed = (why: string) => refuseRequest('notification-malformed', { facts: { why } });
  const checked = checkAccountAlertSubscription(given);
  if (!checked.ok) return malformed(toSentence(checked.refusal));
  const target = checkPushTarget(checked.value.target, policy);
  return target.ok ? { value: checked.value } : malformed(target.refusal.why);
};

/**
 * Alerts derived under other choices no longer count, but the alerts of which the owner was notified stay recorded.
 */
const withoutVersions = (lasting: string): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(JSON.parse(lasting) as LastingByHouse).map(([id, one]) => [id, { ...one, version: -1 }]),
    ),
  );

const toByHouse = (houses: readonly HouseAlertChoices[]): string | null => {
  const byHouse: ChoicesByHouse = Object.fromEntries(
    houses.map(({ systemId, choices }) => [systemId, choices]),
  );
  return houses.length === 0 ? null : JSON.stringify(byHouse);
};

const toAccountChoices = (row: { choices: string; house_choices: string | null }): AccountChoices => ({
  choices: JSON.parse(row.choices),
  houses: readHouseChoices(row).map(([systemId, choices]) => ({ systemId, choices })),
});

/** Resolves to true if an account can see all of the given houses. */
const seesAll = async (db: Db, viewer: Viewer, houses: readonly HouseAlertChoices[]): Promise<boolean> => {
  if (houses.length === 0) return true;
  const ids = houses.map(({ systemId }) => systemId);
  const seen = await selectVisible(db, viewer)
    .select('bridge.system_id')
    .where('bridge.system_id', 'in', ids)
    .execute();
  return seen.length === ids.length;
};

const createSave =
  ({ store, encryption, clock, random = systemRandom, ...policy }: PushNotificationsDeps) =>
  async ({ accountId, sessionHash }: SignedInBrowser, given: unknown): Promise<Refused | undefined> => {
    const checked = checkGiven(given, policy);
    if ('refusal' in checked) return checked;
    const { target, choices, houses, reader } = checked.value;
    const endpointHash = hash(target.endpoint);
    return store.transaction('full', async ({ db }) => {
      const now = clock.now();
      // Locks the account first, so that two concurrent browsers cannot exceed the limit.
      await db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
      if (houses !== undefined && !(await seesAll(db, { accountId, now }, houses)))
        return refuseRequest('no-such-bridge');
      const own = await db
        .selectFrom('push_subscription')
        .select(['id', 'account_id', 'endpoint_hash', 'lasting'])
        .where(({ or, eb }) => or([eb('account_id', '=', accountId), eb('endpoint_hash', '=', endpointHash)]))
        .execute();
      const before = own.find((row) => row.endpoint_hash === endpointHash);
      const isSameAccount = before?.account_id === accountId;
      const others = own.filter((row) => row.account_id === accountId && row !== before);
      if (others.length >= subscriptionLimits.count)
        return refuseRequest('too-many-browsers', { facts: { most: subscriptionLimits.count } });
      // A browser that now belongs to another account gets nothing that was waiting for the previous one.
      if (before !== undefined && !isSameAccount)
        await db.deleteFrom('push_subscription').where('id', '=', before.id).execute();
      const id = isSameAccount ? before.id : random.uuid();
      const chosen = {
        session_hash: sessionHash,
        target: encryption.encrypt(JSON.stringify(target), id),
        choices: JSON.stringify(choices),
        ...(houses && { house_choices: toByHouse(houses) }),
        reader: JSON.stringify(reader),
        seen_at: now,
        look_at: now,
      };
      if (isSameAccount)
        await db
          .updateTable('push_subscription')
          .set({ ...chosen, lasting: withoutVersions(before.lasting) })
          .where('id', '=', id)
          .execute();
      else
        await db
          .insertInto('push_subscription')
          .values({
            id,
            account_id: accountId,
            endpoint_hash: endpointHash,
            ...chosen,
            lasting: '{}',
            queue: JSON.stringify(emptyPushQueue),
            send_at: null,
            lease_until: 0,
          })
          .execute();
      return undefined;
    });
  };

const toRefusal = (result: SendResult | undefined): Refused | undefined => {
  const why = whyNotAccepted(result);
  return why === undefined ? undefined : refuseRequest('push-failed', { facts: why });
};

/** Starts to check the houses of subscribers and to send push notifications (decisions/026). */
export function startPushNotifications(deps: PushNotificationsDeps): PushNotifications {
  const { store, encryption, clock, log, random = systemRandom, isDevelopment = false, ca } = deps;
  const { now } = clock;
  const secrets = createSecretReader({ encryption, log, owner: 'subscription', messages });
  const key = createPushKey({ store, encryption, secrets });
  const stop = new AbortController();
  const sendPush = createPushSender({
    clock,
    isDevelopment,
    ca,
    keys: async () => (await key.read())!,
    contact: contactOf(deps.publicUrl),
  });
  const { signal } = stop;
  const sendDue = createSendDue({
    store,
    secrets,
    random,
    now,
    sendPush,
    signal,
    canSign: async () => (await key.read()) !== undefined,
  });
  const checkHouses = createHouseCheck({ store, clock, each: houseCheckEvery });
  /** Reads first, because even a transaction that deletes nothing would wait for a disk flush. */
  const sweep = async () => {
    const until = now() - subscriptionLimits.unseen;
    const old = await store.db
      .selectFrom('push_subscription')
      .select('id')
      .where('seen_at', '<=', until)
      .limit(1)
      .executeTakeFirst();
    if (old === undefined) return;
    await sweepRows(store, { table: 'push_subscription', key: ['id'], instant: 'seen_at', until });
  };
  const runNow = async () => {
    await sweep();
    await checkHouses();
    await sendDue();
  };
  const routine = startRoutine({
    clock,
    each: turnEvery,
    work: runNow,
    next: (after) => nextPushNotification(store.db, after),
    failed: (error) => logFailure(log, { error }, 'push notifications could not be checked or sent'),
  });
  const ownOf = (db: Db, { accountId, endpoint }: OwnSubscription) =>
    db
      .selectFrom('push_subscription')
      .select(['id', 'choices', 'house_choices', 'reader', 'queue'])
      .where('account_id', '=', accountId)
      .where('endpoint_hash', '=', hash(endpoint));

  return {
    publicKey: key.readPublic,
    save: createSave(deps),
    read: async (own) => {
      const row = await ownOf(store.db, own).executeTakeFirst();
      return row && toAccountChoices(row);
    },
    renew: async ({ accountId, sessionHash }, { endpoint, reader }) => {
      // A single statement, so that a late confirmation cannot revive a subscription that has ended in the meantime.
      const row = await store.db
        .updateTable('push_subscription')
        .set({ session_hash: sessionHash, reader: JSON.stringify(reader), seen_at: now() })
        .where('account_id', '=', accountId)
        .where('endpoint_hash', '=', hash(endpoint))
        .returning(['choices', 'house_choices'])
        .executeTakeFirst();
      return row && toAccountChoices(row);
    },
    end: async ({ accountId, endpoint }) => {
      await store.db
        .deleteFrom('push_subscription')
        .where('account_id', '=', accountId)
        .where('endpoint_hash', '=', hash(endpoint))
        .execute();
    },
    test: async (own) => {
      const put = await store.transaction('full', async ({ db }) => {
        const row = await ownOf(db, own).forUpdate().executeTakeFirst();
        if (row === undefined) return refuseRequest('not-notified');
        const message = toAlertMessage({ house: '', at: now(), reader: JSON.parse(row.reader) });
        const queue = enqueueTest(JSON.parse(row.queue) as PushQueue, message, now());
        if (queue === undefined) return refuseRequest('push-failed', { facts: { reason: 'sent-too-often' } });
        await db
          .updateTable('push_subscription')
          .set({ queue: JSON.stringify(queue), send_at: dueAt(queue, now()) ?? null })
          .where('id', '=', row.id)
          .execute();
        return row.id;
      });
      return typeof put === 'string' ? toRefusal(await sendDue(put)) : put;
    },
    runNow,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await routine[Symbol.asyncDispose]();
    },
  };
}

import type { SendResult } from '@plenum/outbound';
import {
  dueAt,
  maxPushPause,
  nextNotification,
  type PushNotification,
  type PushQueue,
  type SendPush,
  settle,
} from '@plenum/outbound/push';
import type { PushTarget } from '@plenum/protocol/alert';
import { readAccess } from '../fleet/bridge/access.ts';
import type { Random } from '../kernel/crypto/random.ts';
import { hasPassed } from '../kernel/database/has-passed.ts';
import type { SecretReader } from '../kernel/database/secret-reader.ts';
import type { Db, Store } from '../kernel/database/store.ts';
import { claimDue } from './claim-due.ts';

interface SendDueDeps {
  readonly store: Store;
  readonly secrets: SecretReader;
  /** Resolves to false if this node cannot decrypt the key of push notifications. Then it sends none. */
  readonly canSign: () => Promise<boolean>;
  readonly random: Pick<Random, 'fraction'>;
  readonly now: () => number;
  readonly sendPush: SendPush;
  readonly signal: AbortSignal;
}

/**
 * Sends everything due. If `id` is given, sends only the messages of that subscription and resolves to the result of
 * its last attempt.
 */
type SendDue = (id?: string) => Promise<SendResult | undefined>;

/** Number of devices to which messages are sent at the same time. */
const batch = 16;
/** Time for which other nodes do not process a subscription, in ms. Longer than an attempt can take. */
const lease = 60_000;

const update = (db: Db, id: string, queue: PushQueue, now: number) =>
  db
    .updateTable('push_subscription')
    .set({ queue: JSON.stringify(queue), send_at: dueAt(queue, now) ?? null, lease_until: 0 })
    .where('id', '=', id)
    .execute();

export function createSendDue(deps: SendDueDeps): SendDue {
  const { store, secrets, canSign, random, now, sendPush, signal } = deps;
  const due = (db: Db, id: string | undefined) =>
    db
      .selectFrom('push_subscription')
      .select(['id', 'account_id', 'target', 'queue'])
      .where(hasPassed('send_at', now(), maxPushPause))
      .where(hasPassed('lease_until', now(), lease))
      .where(({ not }) => not(secrets.isUnreadable(db, 'target')))
      .$if(id !== undefined, (query) => query.where('id', '=', id!))
      .orderBy('send_at')
      .limit(batch);

  const readTarget = ({ id, target }: { readonly id: string; readonly target: string }) =>
    secrets.decrypt(target, id);

  const claim = async (id: string | undefined) => {
    if ((await due(store.db, id).execute()).length === 0 || !(await canSign())) return [];
    return claimDue(
      store,
      (db) => due(db, id),
      () => ({ lease_until: now() + lease }),
      (row) => readTarget(row) !== undefined,
    );
  };

  const settleWith = (
    id: string,
    notification: PushNotification | undefined,
    result: SendResult | undefined,
  ) =>
    store.transaction('relaxed', async ({ db }) => {
      const row = await db
        .selectFrom('push_subscription')
        .select('queue')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return;
      const queue = JSON.parse(row.queue) as PushQueue;
      if (notification === undefined) return void (await update(db, id, queue, now()));
      // A message is not sent if the account can no longer see the house that it is about.
      const after =
        result === undefined
          ? { ...queue, waiting: queue.waiting.filter(({ key }) => key !== notification.key) }
          : settle(queue, { notification, result, now: now(), fraction: random.fraction() });
      if (after === 'ended') await db.deleteFrom('push_subscription').where('id', '=', id).execute();
      else await update(db, id, after, now());
    });

  const attempt = async (row: Awaited<ReturnType<typeof claim>>[number]): Promise<SendResult | undefined> => {
    const { id, account_id: accountId, queue } = row;
    const notification = nextNotification(JSON.parse(queue) as PushQueue, now());
    const systemId = notification?.message.systemId;
    const isSeen =
      systemId === undefined ||
      (await readAccess(store.db, { accountId, systemId, now: now() })) !== undefined;
    const result =
      notification === undefined || !isSeen
        ? undefined
        : await sendPush(JSON.parse(readTarget(row)!) as PushTarget, notification, signal);
    if (signal.aborted) return undefined;
    await settleWith(id, notification, result);
    return result;
  };

  return async (id) => {
    let last: SendResult | undefined;
    while (!signal.aborted) {
      const rows = await claim(id);
      if (rows.length === 0) return last;
      for (const result of await Promise.all(rows.map(attempt))) last = result ?? last;
    }
    return last;
  };
}

import type { SendResult } from '@plenum/outbound';
import {
  dueAt,
  nextNotification,
  type PushNotification,
  type PushQueue,
  type SendPush,
  settle,
} from '@plenum/outbound/push';
import type { PushTarget } from '@plenum/protocol/alert';
import { readAccess } from '../fleet/bridge/access.ts';
import type { Encryption } from '../kernel/crypto/encryption.ts';
import type { Random } from '../kernel/crypto/random.ts';
import type { Db, Store } from '../kernel/database/store.ts';
import { claimDue } from './claim-due.ts';

interface SendDueDeps {
  readonly store: Store;
  readonly encryption: Encryption;
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

export const createSendDue = (deps: SendDueDeps): SendDue => {
  const { store, encryption, random, now, sendPush, signal } = deps;
  const due = (db: Db, id: string | undefined) =>
    db
      .selectFrom('push_subscription')
      .select(['id', 'account_id', 'target', 'queue'])
      .where('send_at', '<=', now())
      .where('lease_until', '<=', now())
      .$if(id !== undefined, (query) => query.where('id', '=', id!))
      .orderBy('send_at')
      .limit(batch);

  const claim = (id: string | undefined) =>
    claimDue(
      store,
      (db) => due(db, id),
      () => ({ lease_until: now() + lease }),
    );

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

  /** A target that this process cannot decrypt is retried later, like one that cannot be reached. */
  const sendTo = async (id: string, target: string, notification: PushNotification): Promise<SendResult> => {
    try {
      return await sendPush(JSON.parse(encryption.decrypt(target, id)) as PushTarget, notification, signal);
    } catch (error) {
      return { problem: 'unreachable', detail: (error as Error).message, latency: 0 };
    }
  };

  const attempt = async ({
    id,
    account_id: accountId,
    target,
    queue,
  }: Awaited<ReturnType<typeof claim>>[number]): Promise<SendResult | undefined> => {
    const notification = nextNotification(JSON.parse(queue) as PushQueue, now());
    const systemId = notification?.message.systemId;
    const isSeen =
      systemId === undefined ||
      (await readAccess(store.db, { accountId, systemId, now: now() })) !== undefined;
    const result = notification === undefined || !isSeen ? undefined : await sendTo(id, target, notification);
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
};

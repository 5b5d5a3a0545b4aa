import type { Db, Transaction } from '../../kernel/database/store.ts';
import { createSecret, hashSecret } from './secret.ts';
import type { Account, AccountSession } from './shape.ts';

/** Lifetimes of a session, in ms: without use, and in total. */
export const sessionLifetime = { idle: 14 * 24 * 60 * 60_000, whole: 90 * 24 * 60 * 60_000 } as const;
/** Maximum number of sessions of one account. Another one ends the session that has been unused for longest. */
export const maxSessions = 50;
/** Minimum time between updates of a session's last use, in ms. */
const lastUseResolution = 5 * 60_000;

/** Sessions of browsers, stored by the hash of their cookie. */
export interface Sessions {
  /** Always generates a new secret, to prevent session fixation. */
  start(db: Db, account: Account): Promise<AccountSession>;
  find(db: Db, secret: string): Promise<AccountSession | undefined>;
  end(tx: Transaction, session: AccountSession): Promise<void>;
  endAll(tx: Transaction, accountId: string): Promise<void>;
  /** Calls a listener on this node with the account when its sessions end. The call follows the commit. */
  onEnded(listen: (accountId: string) => void): void;
}

export function createSessions(now: () => number): Sessions {
  const endingAt = (createdAt: number) =>
    Math.min(now() + sessionLifetime.idle, createdAt + sessionLifetime.whole);

  const listeners: ((accountId: string) => void)[] = [];
  const announce = (tx: Transaction, accountId: string) =>
    tx.afterCommit(() => {
      for (const listen of listeners) listen(accountId);
    });

  /** Push notifications to a browser end when it signs out (decisions/026). */
  const endNotifications = async (db: Db, sessionHashes: readonly string[]) => {
    await db
      .deleteFrom('push_subscription')
      .where('session_hash', 'in', [...sessionHashes])
      .execute();
  };

  /** Ends the oldest sessions over the limit, but never the newest. */
  const endOldest = async (db: Db, accountId: string, newest: string) => {
    const others = db
      .selectFrom('session')
      .where('account_id', '=', accountId)
      .where('id_hash', '!=', newest);
    const surplus = await others
      .select('id_hash')
      .orderBy('used_at', 'desc')
      .offset(maxSessions - 1)
      .limit(1_000)
      .execute();
    const ids = surplus.map((row) => row.id_hash);
    if (ids.length === 0) return;
    await db.deleteFrom('session').where('id_hash', 'in', ids).execute();
    await endNotifications(db, ids);
  };

  return {
    start: async (db, account) => {
      const secret = createSecret();
      const created_at = now();
      await db
        .insertInto('session')
        .values({
          id_hash: hashSecret(secret),
          account_id: account.id,
          created_at,
          used_at: created_at,
          expires_at: endingAt(created_at),
        })
        .execute();
      await endOldest(db, account.id, hashSecret(secret));
      return { secret, account };
    },
    find: async (db, secret) => {
      const id_hash = hashSecret(secret);
      const row = await db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select(['account.id', 'account.email', 'account.created_at'])
        .select(['session.created_at as startedAt', 'session.used_at', 'session.expires_at'])
        .where('session.id_hash', '=', id_hash)
        .executeTakeFirst();
      if (row === undefined || row.expires_at <= now()) return undefined;
      if (now() - row.used_at > lastUseResolution)
        await db
          .updateTable('session')
          .set({ used_at: now(), expires_at: endingAt(row.startedAt) })
          .where('id_hash', '=', id_hash)
          .execute();
      return { secret, account: { id: row.id, email: row.email, createdAt: row.created_at } };
    },
    end: async (tx, { secret, account }) => {
      await tx.db.deleteFrom('session').where('id_hash', '=', hashSecret(secret)).execute();
      await endNotifications(tx.db, [hashSecret(secret)]);
      announce(tx, account.id);
    },
    endAll: async (tx, accountId) => {
      await tx.db.deleteFrom('session').where('account_id', '=', accountId).execute();
      await tx.db.deleteFrom('push_subscription').where('account_id', '=', accountId).execute();
      announce(tx, accountId);
    },
    onEnded: (listen) => void listeners.push(listen),
  };
}

import type { Db } from '../../kernel/database/store.ts';
import { createSecret, hashSecret } from './secret.ts';
import type { Account, Session } from './shape.ts';

/** Milliseconds until a session expires: without use, and in all. */
export const sessionLifetime = { idle: 14 * 24 * 60 * 60_000, whole: 90 * 24 * 60 * 60_000 } as const;
/** Milliseconds after which the last use of a session is stored again. */
const lastUseResolution = 5 * 60_000;

/** Sessions of browsers, stored by the hash of their cookie. */
export interface Sessions {
  /** Always generates a new secret, against session fixation. */
  start(db: Db, account: Account): Promise<Session>;
  find(db: Db, secret: string): Promise<Session | undefined>;
  end(db: Db, secret: string): Promise<void>;
  endAll(db: Db, accountId: string): Promise<void>;
}

export const createSessions = (now: () => number): Sessions => {
  const endingAt = (createdAt: number) =>
    Math.min(now() + sessionLifetime.idle, createdAt + sessionLifetime.whole);
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
    end: async (db, secret) =>
      void (await db.deleteFrom('session').where('id_hash', '=', hashSecret(secret)).execute()),
    endAll: async (db, accountId) =>
      void (await db.deleteFrom('session').where('account_id', '=', accountId).execute()),
  };
};

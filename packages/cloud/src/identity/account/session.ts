import type { Store } from '../../kernel/database/store.ts';
import { createSecret, hashSecret } from './secret.ts';
import type { Account, Session } from './shape.ts';

/** Milliseconds a session lives without use, and at all. */
export const sessionLife = { idle: 14 * 24 * 60 * 60_000, whole: 90 * 24 * 60 * 60_000 } as const;
/** How far its last use may lie back before it is written down again. */
const coarse = 5 * 60_000;

/** Browsers that are signed in, kept by the hash of their cookie. */
export interface Sessions {
  /** Always under a new secret, so one planted in a browser before the sign-in is worth nothing (session fixation). */
  start(account: Account): Promise<Session>;
  find(secret: string): Promise<Session | undefined>;
  end(secret: string): Promise<void>;
  endAll(accountId: string): Promise<void>;
}

export const createSessions = (store: Store, now: () => number): Sessions => {
  const endingAt = (createdAt: number) => Math.min(now() + sessionLife.idle, createdAt + sessionLife.whole);
  return {
    start: async (account) => {
      const secret = createSecret();
      const created_at = now();
      await store.db
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
    find: async (secret) => {
      const id_hash = hashSecret(secret);
      const row = await store.db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select(['account.id', 'account.email', 'account.created_at'])
        .select(['session.created_at as startedAt', 'session.used_at', 'session.expires_at'])
        .where('session.id_hash', '=', id_hash)
        .executeTakeFirst();
      if (row === undefined || row.expires_at <= now()) return undefined;
      if (now() - row.used_at > coarse)
        await store.db
          .updateTable('session')
          .set({ used_at: now(), expires_at: endingAt(row.startedAt) })
          .where('id_hash', '=', id_hash)
          .execute();
      return { secret, account: { id: row.id, email: row.email, createdAt: row.created_at } };
    },
    end: async (secret) =>
      void (await store.db.deleteFrom('session').where('id_hash', '=', hashSecret(secret)).execute()),
    endAll: async (accountId) =>
      void (await store.db.deleteFrom('session').where('account_id', '=', accountId).execute()),
  };
};

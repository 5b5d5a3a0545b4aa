import type { Db } from '../../../kernel/database/store.ts';
import { createSecret, hashSecret } from '../secret.ts';

/** Validity of a secret for each purpose, in ms. The database stores these names. */
const tokenLifetimes = {
  'verify-email': 24 * 60 * 60_000,
  'reset-password': 30 * 60_000,
} as const;

type TokenPurpose = keyof typeof tokenLifetimes;

/** Single-use secrets that act for an account, each for one purpose. Only their hashes are stored. */
export interface AccountTokens {
  issue(db: Db, purpose: TokenPurpose, accountId: string): Promise<string>;
  /** Returns the account of a secret, or `undefined` if the secret is not valid. */
  find(db: Db, purpose: TokenPurpose, secret: string): Promise<string | undefined>;
  /** Uses a secret up. Returns its account, or `undefined` if the secret was not valid. */
  take(db: Db, purpose: TokenPurpose, secret: string): Promise<string | undefined>;
  /** Invalidates all secrets of an account for a purpose. */
  endAll(db: Db, purpose: TokenPurpose, accountId: string): Promise<void>;
}

export const createAccountTokens = (now: () => number): AccountTokens => ({
  issue: async (db, purpose, accountId) => {
    const secret = createSecret();
    const expires_at = now() + tokenLifetimes[purpose];
    const row = { token_hash: hashSecret(secret), purpose, account_id: accountId, expires_at };
    await db.insertInto('account_token').values(row).execute();
    return secret;
  },
  find: async (db, purpose, secret) => {
    const row = await db
      .selectFrom('account_token')
      .select('account_id')
      .where('token_hash', '=', hashSecret(secret))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now())
      .executeTakeFirst();
    return row?.account_id;
  },
  take: async (db, purpose, secret) => {
    const row = await db
      .deleteFrom('account_token')
      .where('token_hash', '=', hashSecret(secret))
      .where('purpose', '=', purpose)
      .where('expires_at', '>', now())
      .returning('account_id')
      .executeTakeFirst();
    return row?.account_id;
  },
  endAll: async (db, purpose, accountId) =>
    void (await db
      .deleteFrom('account_token')
      .where('account_id', '=', accountId)
      .where('purpose', '=', purpose)
      .execute()),
});

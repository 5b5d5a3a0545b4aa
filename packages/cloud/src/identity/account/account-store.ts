import { randomUUID } from 'node:crypto';
import type { Db, Store } from '../../kernel/database/store.ts';
import { defaultCost, hashPassword } from './password/password.ts';
import type { Account, Credentials } from './shape.ts';

/** A row of the table `account`. */
export interface AccountRow {
  readonly id: string;
  readonly email: string;
  /** A hash (see `hashPassword`). */
  readonly password: string;
  readonly created_at: number;
}

/** Normalizes an e-mail address for comparison. */
export const toEmailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();

export const toAccount = (row: Pick<AccountRow, 'id' | 'email' | 'created_at'>): Account => ({
  id: row.id,
  email: row.email,
  createdAt: row.created_at,
});

export const findAccountRow = (
  db: Db,
  column: 'id' | 'email_key',
  value: string,
): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where(column, '=', value).executeTakeFirst();

/** Returns the accounts of a developer's test users. */
export async function readTestUsers(db: Db, developerId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('test_user')
    .select('account_id')
    .where('developer_account_id', '=', developerId)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/**
 * True if the account still has the password hash that was checked. Hashing takes a while, during which the account may
 * be deleted or its password changed. Locks the account until the transaction ends.
 */
export async function isUnchanged(db: Db, { id, password }: AccountRow): Promise<boolean> {
  const account = db.selectFrom('account').select('password').where('id', '=', id).forUpdate();
  return (await account.executeTakeFirst())?.password === password;
}

/** Creates an account unless one with this e-mail address exists. Returns the new or the existing one. */
export async function ensureAccount(
  store: Store,
  { email, password }: Credentials,
  now: () => number,
  cost = defaultCost,
): Promise<{ account: Account; isNew: boolean }> {
  const row = {
    id: randomUUID(),
    email: email.trim(),
    email_key: toEmailKey(email),
    password: await hashPassword(password, cost),
    created_at: now(),
  };
  const made = await store.db
    .insertInto('account')
    .values(row)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made !== undefined) return { account: toAccount(row), isNew: true };
  const existing = await store.db
    .selectFrom('account')
    .selectAll()
    .where('email_key', '=', row.email_key)
    .executeTakeFirstOrThrow();
  return { account: toAccount(existing), isNew: false };
}

import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/store.ts';
import type { AppGrant } from './revocation.ts';

/**
 * SQL condition for a row of `authorization_item`: live keys with an account that is not a test user, or test keys with
 * a test user of the developer whose app it is. Every query that turns an item into access must include it, so no other
 * rule has to keep test users and real ones apart. Apps that are part of the cloud or registered themselves are live.
 */
export const isOfOneMode = sql<boolean>`CASE
  WHEN EXISTS (SELECT 1 FROM app AS mode_app
    WHERE mode_app.client_id = authorization_item.client_id AND mode_app.live_client_id IS NOT NULL)
  THEN EXISTS (SELECT 1 FROM test_user AS mode_user
    INNER JOIN app AS mode_app ON mode_app.owner_account_id = mode_user.developer_account_id
    WHERE mode_user.account_id = authorization_item.account_id
      AND mode_app.client_id = authorization_item.client_id)
  ELSE NOT EXISTS (SELECT 1 FROM test_user AS mode_user
    WHERE mode_user.account_id = authorization_item.account_id)
  END`;

/** SQL expression for a row of `authorization_item`: true if it belongs to test keys. */
export const isOfTestKeys = sql<boolean | 0 | 1>`EXISTS (SELECT 1 FROM app AS test_app
  WHERE test_app.client_id = authorization_item.client_id AND test_app.live_client_id IS NOT NULL)`;

/** Returns the developer of a test user, or `undefined` for another account. */
export async function readDeveloper(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('test_user')
    .select('developer_account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.developer_account_id;
}

/** The rule of `isOfOneMode` for a consent that is not stored yet. */
export async function mayAllow(db: Db, { accountId, clientId }: AppGrant): Promise<boolean> {
  const developer = await readDeveloper(db, accountId);
  const app = await db
    .selectFrom('app')
    .select(['owner_account_id', 'live_client_id'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  const isTest = app !== undefined && app.live_client_id !== null;
  return isTest ? developer !== undefined && developer === app.owner_account_id : developer === undefined;
}

/**
 * Returns the accounts whose houses a test message for an app can show: the developer of the app, or for test keys the
 * developer's test users.
 */
export async function readTestAccounts(db: Db, clientId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('app')
    .leftJoin('test_user', (join) =>
      join
        .onRef('test_user.developer_account_id', '=', 'app.owner_account_id')
        .on('app.live_client_id', 'is not', null),
    )
    .select(['app.owner_account_id', 'app.live_client_id', 'test_user.account_id'])
    .where('app.client_id', '=', clientId)
    .orderBy('test_user.created_at')
    .execute();
  const accounts = rows.map((row) => (row.live_client_id === null ? row.owner_account_id : row.account_id));
  return accounts.filter((each) => each !== null);
}

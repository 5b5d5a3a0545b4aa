import { selectActiveRefreshTokens } from '../../identity/oauth/token/active-refresh-tokens.ts';
import { fromStoredPayload } from '../../identity/oauth/token/stored-payload.ts';
import { isAmong } from '../../kernel/database/row-set.ts';
import type { Db } from '../../kernel/database/store.ts';

/** The current links between accounts and the apps that may read their devices. */
export interface LinkedApps {
  /** Returns the apps that may read each account, by account. Leaves out accounts without such apps. */
  clientsOf(db: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  accountsOf(db: Db, clientId: string): Promise<readonly string[]>;
  /** Returns those of the given accounts that the app may read, each with the scopes that the account granted. */
  filterLinked(
    db: Db,
    clientId: string,
    accountIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
}

const scopesOf = (payload: string): readonly string[] =>
  String(fromStoredPayload('', payload).scope ?? '').split(' ');

/** Reads the links from the refresh tokens that the authorization server stores. */
export function createLinkedApps(now: () => number): LinkedApps {
  const live = (db: Db) => selectActiveRefreshTokens(db, now()).distinct();
  const accounts = async (query: ReturnType<typeof live>): Promise<string[]> => {
    const rows = await query.select('account_id').where('account_id', 'is not', null).execute();
    return rows.map(({ account_id }) => account_id!);
  };
  return {
    clientsOf: async (db, accountIds) => {
      if (accountIds.length === 0) return new Map();
      const rows = await live(db)
        .select(['account_id', 'client_id'])
        .where(isAmong(db, 'account_id', accountIds))
        .where('client_id', 'is not', null)
        .execute();
      const byAccount = Map.groupBy(rows, ({ account_id }) => account_id!);
      return new Map(
        [...byAccount].map(([accountId, links]) => [accountId, links.map(({ client_id }) => client_id!)]),
      );
    },
    accountsOf: (db, clientId) => accounts(live(db).where('client_id', '=', clientId)),
    filterLinked: async (db, clientId, accountIds) => {
      if (accountIds.length === 0) return new Map();
      const rows = await selectActiveRefreshTokens(db, now())
        .select(['account_id', 'payload'])
        .where('client_id', '=', clientId)
        .where(isAmong(db, 'account_id', accountIds))
        .execute();
      const given = new Map<string, readonly string[]>();
      for (const { account_id, payload } of rows)
        given.set(account_id!, [...(given.get(account_id!) ?? []), ...scopesOf(payload)]);
      return given;
    },
  };
}

import { selectActiveRefreshTokens } from '../../identity/oauth/active-refresh-tokens.ts';
import type { Db } from '../../kernel/database/store.ts';

/** Which accounts let which apps read their devices now. */
export interface LinkedApps {
  clientsOf(db: Db, accountId: string): Promise<readonly string[]>;
  accountsOf(db: Db, clientId: string): Promise<readonly string[]>;
  /** The accounts of a list that let the app read. */
  filterLinked(db: Db, clientId: string, accountIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Reads the links that the authorization server stores. */
export const createLinkedApps = (now: () => number): LinkedApps => {
  const live = (db: Db) => selectActiveRefreshTokens(db, now()).distinct();
  const accounts = async (query: ReturnType<typeof live>): Promise<string[]> => {
    const rows = await query.select('account_id').where('account_id', 'is not', null).execute();
    return rows.map(({ account_id }) => account_id!);
  };
  return {
    clientsOf: async (db, accountId) => {
      const rows = await live(db)
        .select('client_id')
        .where('account_id', '=', accountId)
        .where('client_id', 'is not', null)
        .execute();
      return rows.map(({ client_id }) => client_id!);
    },
    accountsOf: (db, clientId) => accounts(live(db).where('client_id', '=', clientId)),
    filterLinked: async (db, clientId, accountIds) => {
      if (accountIds.length === 0) return new Set();
      const query = live(db)
        .where('client_id', '=', clientId)
        .where('account_id', 'in', [...accountIds]);
      return new Set(await accounts(query));
    },
  };
};

import { selectLinks } from '../../identity/oauth/live-links.ts';
import type { Db } from '../../kernel/database/store.ts';

/** Which accounts let which apps read their devices, at this moment. */
export interface Grants {
  clientsOf(db: Db, accountId: string): Promise<readonly string[]>;
  accountsOf(db: Db, clientId: string): Promise<readonly string[]>;
  /** Those of the accounts that let the app read. */
  linked(db: Db, clientId: string, accountIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Reads links where the authorization server keeps them. */
export const createGrants = (now: () => number): Grants => {
  const live = (db: Db) => selectLinks(db, now()).distinct();
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
    linked: async (db, clientId, accountIds) => {
      if (accountIds.length === 0) return new Set();
      const query = live(db)
        .where('client_id', '=', clientId)
        .where('account_id', 'in', [...accountIds]);
      return new Set(await accounts(query));
    },
  };
};

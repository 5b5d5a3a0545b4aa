import type { SelectQueryBuilder, Updateable } from 'kysely';
import type { Store } from '../kernel/database/store.ts';
import type { Db, Tables } from '../kernel/schema/tables.ts';

/**
 * Claims due subscriptions by setting the columns in `claimed`, so that no other node gets them in the meantime. Leaves
 * rows to other nodes if `isOurs` returns false. Locks nothing if no subscription is due.
 */
export async function claimDue<Row extends { readonly id: string }>(
  store: Store,
  due: (db: Db) => SelectQueryBuilder<Tables, 'push_subscription', Row>,
  claimed: () => Updateable<Tables['push_subscription']>,
  isOurs: (row: Row) => boolean = () => true,
): Promise<readonly Row[]> {
  if ((await due(store.db).execute()).length === 0) return [];
  return store.transaction('relaxed', async ({ db }) => {
    const rows = (await due(db).forUpdate().skipLocked().execute()).filter(isOurs);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await db.updateTable('push_subscription').set(claimed()).where('id', 'in', ids).execute();
    return rows;
  });
}

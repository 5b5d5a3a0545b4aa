import { sql } from 'kysely';
import type { Store } from '../store/store.ts';
import { runLength } from './place.ts';

/**
 * Begins a new run of versions for every bridge of a store on SQLite, to be called at each start, before anything is taken: the
 * file may lack the last versions that were told (light transactions and a failure of power, a restored copy), and would give
 * them out again for something else. So no place of the run before leads anywhere any more; who has one is told the bridge
 * whole. (decisions/013)
 */
export const beginRun = async (store: Store): Promise<void> => {
  if (store.engine !== 'sqlite') return;
  const length = sql.lit(runLength);
  await store.inTransaction((db) =>
    db
      .updateTable('bridge')
      .set({ version: sql<number>`(version / ${length} + 1) * ${length}` })
      .execute(),
  );
};

import { sql } from 'kysely';
import type { Store } from '../../kernel/database/store.ts';
import { runLength } from './cursor.ts';

const minute = 60_000;

/** From when the minutes are counted that number the runs, ms UTC. */
const firstRun = Date.UTC(2026, 0, 1);

/**
 * Begins a new run of versions for every bridge of a store on SQLite, to be called at each start, before anything is taken: the
 * file may lack the last versions that were told (light transactions and a failure of power, a restored copy), and would give
 * them out again for something else. So no place of a run before leads anywhere any more; who has one is told the bridge
 * whole. A run has the number of its minute, or the next one: a restored copy does not know of the runs since. (decisions/013)
 */
export const beginGeneration = async (store: Store, now: number): Promise<void> => {
  if (store.engine !== 'sqlite') return;
  const length = sql.lit(runLength);
  const ofMinute = sql.lit(Math.floor((now - firstRun) / minute));
  await store.inTransaction((db) =>
    db
      .updateTable('bridge')
      .set({ version: sql<number>`max(version / ${length} + 1, ${ofMinute}) * ${length}` })
      .execute(),
  );
};

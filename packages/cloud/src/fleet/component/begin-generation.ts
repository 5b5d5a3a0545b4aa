import type { Random } from '../../kernel/crypto/random.ts';
import { isAmong } from '../../kernel/database/row-set.ts';
import type { Store } from '../../kernel/database/store.ts';

/** Length of a generation number in bytes, long enough to rule out collisions. */
const bytes = 6;

/**
 * Begins a new generation of versions for every bridge of a SQLite store. Must run at each start, before anything is
 * stored. After a power failure with relaxed durability, or in a restored copy, the file may lack the last versions
 * that were sent, and would reuse their numbers for other changes. So a cursor of an earlier generation cannot be
 * resumed, and its watcher gets the whole bridge. The number is random because a restored copy has no record of the
 * generations begun after it was made (decisions/013).
 */
export async function beginGeneration(store: Store, random: Random): Promise<void> {
  if (!store.isExclusive) return;
  const generation = random.bytes(bytes).readUIntBE(0, bytes);
  await store.transaction('full', ({ db }) => db.updateTable('bridge').set({ generation }).execute());
}

/**
 * After a shared store lost committed changes, begins a new generation of versions for the bridges with `systemIds`, or
 * for all. The number of the generation is the time `now`. Nodes that find the same loss begin only one generation: if
 * a bridge has a generation that is not older than `since`, the last time before the loss, another node has begun it.
 */
export const renewGenerations = async (
  store: Store,
  {
    now,
    since = now,
    systemIds,
  }: {
    readonly now: number;
    readonly since?: number | undefined;
    readonly systemIds?: ReadonlySet<string> | undefined;
  },
): Promise<void> =>
  store.transaction('full', async ({ db }) => {
    const bridges = await db
      .selectFrom('bridge')
      .select('system_id')
      .where('generation', '<', since)
      .$if(systemIds !== undefined, (query) => query.where(isAmong(db, 'system_id', [...systemIds!])))
      // Ingest takes its locks in the same order.
      .orderBy('system_id')
      .forNoKeyUpdate()
      .execute();
    const found = bridges.map(({ system_id }) => system_id);
    await db
      .updateTable('bridge')
      .set({ generation: now })
      .where(isAmong(db, 'system_id', found))
      .execute();
  });

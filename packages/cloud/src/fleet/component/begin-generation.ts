import type { Random } from '../../kernel/crypto/random.ts';
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
export const beginGeneration = async (store: Store, random: Random): Promise<void> => {
  if (!store.isExclusive) return;
  const generation = random.bytes(bytes).readUIntBE(0, bytes);
  await store.transaction('full', ({ db }) => db.updateTable('bridge').set({ generation }).execute());
};

import type { Random } from '../../kernel/crypto/random.ts';
import type { Store } from '../../kernel/database/store.ts';

/** Length of a generation number in bytes, long enough that no two are ever equal. */
const bytes = 6;

/**
 * Begins a new generation of versions for every bridge of a SQLite store, at each start before anything is stored. The
 * file may lack the last versions that were sent (after a power failure with relaxed durability, or in a restored
 * copy), and would reuse their numbers for other changes. So a cursor of an earlier generation cannot be resumed, and
 * its watcher gets the whole bridge. The number is random because a restored copy does not know about generations begun
 * after it was made (decisions/013).
 */
export const beginGeneration = async (store: Store, random: Random): Promise<void> => {
  if (!store.isExclusive) return;
  const generation = random.bytes(bytes).readUIntBE(0, bytes);
  await store.transaction('full', ({ db }) => db.updateTable('bridge').set({ generation }).execute());
};

import type { Random } from '../../kernel/crypto/random.ts';
import type { Store } from '../../kernel/database/store.ts';

/** Bytes of the number of a generation: enough that no two are the same. */
const bytes = 6;

/**
 * Begins a new generation of versions for every bridge of a store on SQLite, at each start before anything is stored. The file may
 * lack the last versions that were sent (relaxed durability and a power failure, a restored copy), and would number other changes
 * with them. So no cursor of an earlier generation can be resumed: its watcher gets the whole bridge. The number is random,
 * since a restored copy does not know the generations begun after it was made (decisions/013).
 */
export const beginGeneration = async (store: Store, random: Random): Promise<void> => {
  if (!store.isExclusive) return;
  const generation = random.bytes(bytes).readUIntBE(0, bytes);
  await store.transaction('full', ({ db }) => db.updateTable('bridge').set({ generation }).execute());
};

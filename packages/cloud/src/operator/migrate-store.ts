import { openStore, type StorePlace } from '../kernel/database/store.ts';

/**
 * Gives a store the schema of this release, as every start does, and creates it if there is none. Nodes that share a
 * database may run meanwhile. A data folder must not be in use. Throws an error of `cloudFailures`, without changing
 * anything, if the store is not ours, is newer or damaged, or if the database cannot be reached.
 */
export async function migrateStore(place: StorePlace): Promise<void> {
  await (await openStore(place))[Symbol.asyncDispose]();
}

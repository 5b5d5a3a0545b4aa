import { migrateStore } from '@plenum/cloud';
import type { Io } from '../../../io/io.ts';
import type { StoreOptions } from '../../../option/store-options.ts';

/** Gives a store the schema of this release. */
export const migrateForOperator = async ({ databaseUrl, data }: StoreOptions, io: Io): Promise<void> => {
  await migrateStore(databaseUrl === undefined ? { dataDir: data } : { databaseUrl });
  io.out('The store has the schema of this release.');
};

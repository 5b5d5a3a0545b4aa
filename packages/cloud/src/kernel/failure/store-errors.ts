import { databaseUnavailable } from '@plenum/protocol/cloud';
import { errorTable } from '@plenum/protocol/error';

const sentence = () => databaseUnavailable;

/**
 * Failures of the store, which it logs itself. `damaged`: what the query reads is damaged. The others are transient: nothing is
 * wrong with the query, and whether it took effect is not known. `unavailable`: the database cannot be reached, which is logged
 * once. `conflict`: the database rolled this transaction back because of another.
 */
export const storeErrors = errorTable('store', {
  unavailable: sentence,
  conflict: sentence,
  damaged: () => 'The database of this cloud is damaged; its operator has to put back a copy.',
});

/** Why the store cannot do what was asked for. */
export type StoreErrorCode = 'unavailable' | 'conflict' | 'damaged';

/** `Retry-After` in seconds: about as long as a database takes to start. */
export const retryStoreAfter = 5;

import { databaseUnavailable } from '@plenum/protocol/cloud';
import { errorTable } from '@plenum/protocol/error';

const sentence = () => databaseUnavailable;

/**
 * Failures of the store. The store itself logs them. `damaged`: the data read by the query is damaged. The others are
 * transient: nothing is wrong with the query, and it is unknown whether it took effect. `unavailable`: the database
 * cannot be reached, which is logged once. `conflict`: the database rolled this transaction back because of another
 * one.
 */
export const storeErrors = errorTable('store', {
  unavailable: sentence,
  conflict: sentence,
  damaged: () => 'The database of this cloud is damaged; its operator has to restore a backup.',
});

/** Reasons why the store cannot do what was requested. */
export type StoreErrorCode = 'unavailable' | 'conflict' | 'damaged';

/** `Retry-After` in seconds, about as long as a database takes to start. */
export const retryStoreAfter = 5;

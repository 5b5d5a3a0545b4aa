import { databaseUnavailable } from '@plenum/protocol/cloud';
import { errorTable } from '@plenum/protocol/error';

const sentence = () => databaseUnavailable;

/**
 * Transient failures of the store: nothing is wrong with the query, and whether it took effect is not known. `unavailable`: the
 * database cannot be reached, which the store logs once. `conflict`: the database rolled this transaction back because of another.
 */
export const storeErrors = errorTable('store', { unavailable: sentence, conflict: sentence });

/** Why the store cannot do what was asked for now. */
export type TransientCode = 'unavailable' | 'conflict';

/** `Retry-After` in seconds: about as long as a database takes to start. */
export const retryStoreAfter = 5;

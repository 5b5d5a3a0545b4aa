import type { Transaction } from '../../kernel/database/store.ts';
import type { OwnershipListeners } from '../bridge/ownership.ts';
import type { StoredChange } from './types.ts';

/**
 * What other modules do in the transaction that stores changes: an error they throw undoes them all. They use
 * `tx.afterCommit` for what needs the change to be durable.
 */
export interface FleetListeners extends OwnershipListeners {
  /** Each resolves to the number of events that it queued for each change, in the same order. */
  readonly componentsChanged: readonly ((
    tx: Transaction,
    changes: readonly StoredChange[],
  ) => Promise<readonly number[]>)[];
}

import type { Transaction } from '../../kernel/database/store.ts';
import type { OwnershipListeners } from '../bridge/ownership.ts';
import type { StoredChange } from './types.ts';

/**
 * What other modules do in the transaction that stores a change: an error they throw undoes the change. They use
 * `tx.afterCommit` for what needs the change to be durable.
 */
export interface FleetListeners extends OwnershipListeners {
  /** Each resolves to the number of events that it queued. */
  readonly componentsChanged: readonly ((
    tx: Transaction,
    change: StoredChange,
  ) => Promise<number | undefined>)[];
}

import type { Transaction } from '../../kernel/database/store.ts';
import type { OwnershipListeners } from '../bridge/ownership.ts';
import type { StoredChange } from './types.ts';

/**
 * Listeners of other modules, called in the transaction that stores changes. An error thrown by a listener rolls the
 * transaction back. Work that requires the change to be durable belongs in `tx.afterCommit`.
 */
export interface ChangeListeners extends OwnershipListeners {
  /** Each listener resolves to the numbers of events that it queued: one number for each change, in the same order. */
  readonly componentsChanged: readonly ((
    tx: Transaction,
    changes: readonly StoredChange[],
  ) => Promise<readonly number[]>)[];
}

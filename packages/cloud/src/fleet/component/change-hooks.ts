import type { Transaction } from '../../kernel/database/store.ts';
import type { OwnershipListeners } from '../bridge/ownership.ts';
import type { StoredChange } from './types.ts';

/**
 * Hooks of other modules, called in the transaction that stores changes. An error thrown by a hook rolls the
 * transaction back. Work that requires the change to be durable belongs in `tx.afterCommit`.
 */
export interface ChangeHooks extends OwnershipListeners {
  /** Each hook resolves to the numbers of events that it queued: one number for each change, in the same order. */
  readonly componentsChanged: readonly ((
    tx: Transaction,
    changes: readonly StoredChange[],
  ) => Promise<readonly number[]>)[];
}

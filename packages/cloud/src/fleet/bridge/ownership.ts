import type { Transaction } from '../../kernel/database/store.ts';

/** A bridge that an account gained or lost, as its owner or as a guest. */
export interface OwnershipChange {
  readonly systemId: string;
  readonly accountId: string;
  readonly what: 'paired' | 'released' | 'shared' | 'unshared';
}

/**
 * Listeners called in the transaction that pairs, releases or shares a bridge, or that ends sharing. An error thrown by
 * a listener rolls the transaction back.
 */
export interface OwnershipListeners {
  readonly ownershipChanged: readonly ((tx: Transaction, change: OwnershipChange) => Promise<void>)[];
}

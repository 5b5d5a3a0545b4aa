import type { Transaction } from '../../kernel/database/store.ts';

/** A bridge that an account gained or lost. */
export interface OwnershipChange {
  readonly systemId: string;
  readonly accountId: string;
  readonly what: 'paired' | 'released';
}

/** Called in the transaction that pairs or releases a bridge: an error they throw rolls it back. */
export interface OwnershipListeners {
  readonly ownershipChanged: readonly ((tx: Transaction, change: OwnershipChange) => Promise<void>)[];
}

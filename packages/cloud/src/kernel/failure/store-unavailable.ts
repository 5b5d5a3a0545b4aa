/**
 * A transient failure of the store: nothing is wrong with the query, and whether it took effect is not known. `away`: the
 * database is unavailable, which the store logs once. `again`: the database rolled this transaction back because of another.
 */
export class StoreUnavailable extends Error {
  readonly kind: 'away' | 'again';

  constructor(kind: StoreUnavailable['kind'], cause: unknown) {
    super('The store of this cloud cannot be had at the moment; try again in a few seconds.', { cause });
    this.name = 'StoreUnavailable';
    this.kind = kind;
  }
}

/** `Retry-After` in seconds: about as long as a database takes to start. */
export const retryStoreAfter = 5;

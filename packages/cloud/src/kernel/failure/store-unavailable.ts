/**
 * That the store cannot be had for now, though nothing is wrong with what it was asked; whether it was done is not known.
 * `away`: the database does not serve anybody, which the store itself logs, once. `again`: it broke this transaction off
 * for another and did nothing of it.
 */
export class StoreUnavailable extends Error {
  readonly kind: 'away' | 'again';

  constructor(kind: StoreUnavailable['kind'], cause: unknown) {
    super('The store of this cloud cannot be had at the moment; try again in a few seconds.', { cause });
    this.name = 'StoreAway';
    this.kind = kind;
  }
}

/** Seconds after which it is worth to ask again (`Retry-After`): about as long as a database takes to start. */
export const retryStoreAfter = 5;

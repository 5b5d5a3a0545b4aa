import type { Db } from '../schema/tables.ts';

/**
 * What a transaction that returned survives.
 * - `full`: a power failure. Repeated, up to five times, when the database asks for it, so its work changes nothing but the store.
 * - `group`: a power failure, too. Runs once only, so its work may do what cannot be done twice; on SQLite it shares its commit
 *   with others of its kind.
 * - `relaxed`: the end of the process. On SQLite it does not wait for the disk, for what the next message repairs: a bridge
 *   sends its state again, a webhook is delivered again under its id (decisions/013). Repeated like `full`.
 */
export type Durability = 'full' | 'group' | 'relaxed';

/** A running transaction. Functions that are part of it take it, or its `db`, as the first parameter. */
export interface Transaction {
  readonly db: Db;
  /** Runs `act` once the transaction is committed; never after a rollback. */
  afterCommit(act: () => void): void;
}

/** A transaction over a connection that began one, and the function to call once that is committed. */
export const createTransaction = (db: Db): { readonly tx: Transaction; readonly committed: () => void } => {
  const acts: (() => void)[] = [];
  return {
    tx: { db, afterCommit: (act) => void acts.push(act) },
    committed: () => {
      for (const act of acts) act();
    },
  };
};

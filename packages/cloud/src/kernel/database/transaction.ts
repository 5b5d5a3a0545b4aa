import type { Db } from '../schema/tables.ts';

/**
 * Guarantee of a transaction that returned, and how often it may run.
 * - `full`: survives a power failure. Repeated up to five times if the database asks for it, so its work must not
 * change anything but the store.
 * - `group`: survives a power failure. Runs only once, so its work may do things that cannot be repeated. On SQLite it
 * shares its commit with others of its kind.
 * - `relaxed`: survives the end of the process. On SQLite it does not wait for the disk, so it is for data that the
 * next message repairs: a bridge sends its state again, a webhook is delivered again under its id (decisions/013).
 * Repeated like `full`.
 */
export type Durability = 'full' | 'group' | 'relaxed';

/** A running transaction. Functions that take part in it accept it, or its `db`, as their first parameter. */
export interface Transaction {
  readonly db: Db;
  /** Runs `act` once the transaction is committed, and never after a rollback. */
  afterCommit(act: () => void): void;
}

/** Creates a transaction over a connection that began one, and the function to call after the commit. */
export function createTransaction(db: Db): { readonly tx: Transaction; readonly committed: () => void } {
  const acts: (() => void)[] = [];
  return {
    tx: { db, afterCommit: (act) => void acts.push(act) },
    committed: () => {
      for (const act of acts) act();
    },
  };
}

import type { Db } from '../schema/tables.ts';

/** Read access to the store, which both databases provide. */
export interface ReadEngine {
  readonly kysely: Db;
  /** Name of the store in messages, never with a password. */
  readonly label: string;
  /**
   * Converts an error that prevented the store from opening to a failure with a sentence. Returns other errors
   * unchanged.
   */
  toFailure(error: unknown): unknown;
  close(): Promise<void>;
}

/** Limits for small writes that share a transaction (`createBatch`). */
export interface BatchLimits {
  /** Number of concurrent transactions. All items with the same key are in the same one. */
  readonly partitions: number;
  /** Items in one transaction. */
  readonly maxItems: number;
}

/** The differences between the two databases. Everything else uses one set of queries. */
export interface Engine extends ReadEngine {
  /**
   * True if only this process uses the store. It is in a file that may lack the last relaxed commits after a power
   * failure. If false, any number of nodes share the store.
   */
  readonly isExclusive: boolean;
  readonly batches: BatchLimits;
  /** Number of times the store was found damaged. Missing if the database checks itself. */
  readonly damage?: () => number;
  /**
   * Runs queries in a transaction that survives the end of the process. The transaction may skip waiting for the disk, and
   * a power failure may then undo it.
   */
  relaxed<Value>(work: (kysely: Db) => Promise<Value>): Promise<Value>;
  /**
   * Runs a schema change as one transaction. It may take long, because it first waits for the schema changes that other
   * nodes are running.
   */
  changeSchema(work: (db: Db) => Promise<void>): Promise<void>;
}

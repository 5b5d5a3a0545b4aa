import type { Db } from '../schema/tables.ts';

/** Read access to the store, which both databases provide. */
export interface ReadEngine {
  readonly kysely: Db;
  /** Name of the store in messages, never with a password. */
  readonly label: string;
  /** Converts an error of opening the store to a failure with a sentence. Returns other errors unchanged. */
  toFailure(error: unknown): unknown;
  close(): Promise<void>;
}

/** Limits for small writes that share a transaction (`createBatch`). */
export interface BatchLimits {
  /** Concurrent transactions, each with the items of its own keys. */
  readonly partitions: number;
  /** Items in one transaction. */
  readonly maxItems: number;
}

/** The differences between the two databases. Everything else uses one set of queries. */
export interface Engine extends ReadEngine {
  /**
   * True if only this process has the store, in a file that may lack the last relaxed commits after a power failure.
   * Otherwise any number of nodes share it.
   */
  readonly isExclusive: boolean;
  readonly batches: BatchLimits;
  /** Number of times the store was found damaged. Missing if the database checks itself. */
  readonly damage?: () => number;
  /**
   * Runs queries in a transaction that survives the end of the process. It may not survive a power failure if that
   * saves waiting for the disk.
   */
  relaxed<Value>(work: (kysely: Db) => Promise<Value>): Promise<Value>;
  /** Runs a schema change as one transaction. It may take long, while other nodes wait with theirs. */
  changeSchema(work: (db: Db) => Promise<void>): Promise<void>;
}

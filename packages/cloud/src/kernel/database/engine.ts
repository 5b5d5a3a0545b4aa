import type { Db } from '../schema/tables.ts';

/** What both databases provide for reading. */
export interface ReadEngine {
  readonly kysely: Db;
  /** How the store is named in sentences; never with a password. */
  readonly label: string;
  /** An error of opening as a sentence; any other as it is. */
  toFailure(error: unknown): unknown;
  close(): Promise<void>;
}

/** How many small writes share a transaction (`createBatch`). */
export interface BatchLimits {
  /** Transactions at once, each with the items of its own keys. */
  readonly partitions: number;
  /** Items of one transaction. */
  readonly maxItems: number;
}

/** What differs between the two databases; everything else is one set of queries. */
export interface Engine extends ReadEngine {
  /**
   * Whether this process alone has the store, in a file, which may lack the last relaxed commits after a power failure; otherwise
   * any number of nodes share it.
   */
  readonly isExclusive: boolean;
  readonly batches: BatchLimits;
  /** How often the store was found damaged; left out if the database looks after itself. */
  readonly damage?: () => number;
  /**
   * Runs queries whose transactions survive the end of the process; not every power failure, where that saves a wait for the
   * disk.
   */
  relaxed<Value>(work: (kysely: Db) => Promise<Value>): Promise<Value>;
  /** Runs a change of the schema as one transaction, which may last, while other nodes wait with theirs. */
  changeSchema(work: (db: Db) => Promise<void>): Promise<void>;
}

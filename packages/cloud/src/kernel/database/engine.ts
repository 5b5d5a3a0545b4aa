import type { Db } from './tables.ts';

/** What reading takes of one of the two databases. */
export interface ReadEngine {
  readonly kysely: Db;
  /** How the store is named in sentences; never with a password. */
  readonly label: string;
  /** An error of opening as a sentence; any other as it is. */
  toFailure(error: unknown): unknown;
  close(): Promise<void>;
}

/** What differs between the two databases; everything else is one set of queries. */
export interface Engine extends ReadEngine {
  readonly name: 'sqlite' | 'postgres';
  /**
   * Gives queries whose transactions outlive the process like any other; where it saves waiting for the disk, not every
   * failure of power.
   */
  relaxed<Value>(work: (kysely: Db) => Promise<Value>): Promise<Value>;
  /** Keeps other nodes from changing the schema until the transaction it is called in ends. */
  lockSchema(db: Db): Promise<void>;
}

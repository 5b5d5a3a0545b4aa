import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** What differs between the two databases; everything else is one set of queries. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  readonly kysely: Kysely<Tables>;
  /**
   * Gives queries whose transactions outlive the process like any other; where it saves waiting for the disk, not every
   * failure of power.
   */
  lightly<Value>(work: (kysely: Kysely<Tables>) => Promise<Value>): Promise<Value>;
  /** How the store is named in sentences; never with a password. */
  readonly label: string;
  /** Keeps other nodes from changing the schema until the transaction it is called in ends. */
  lockSchema(db: Kysely<Tables>): Promise<void>;
  /** Whether a transaction that failed with this error had no effect and is worth another try. */
  isPassing(error: unknown): boolean;
  /** An error of opening as a sentence; any other as it is. */
  toFailure(error: unknown): unknown;
  close(): Promise<void>;
}

import { setTimeout as pause } from 'node:timers/promises';
import { type Backoff, longestWait } from '@plenum/platform/backoff';
import { sql } from 'kysely';
import { cloudFailures } from '../failure/failure.ts';
import { storeErrors } from '../failure/store-errors.ts';
import { type Log, silent } from '../log/log.ts';
import type { Db } from '../schema/tables.ts';
import type { BatchLimits, Engine } from './engine.ts';
import { createGroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';
import { openSqlite } from './sqlite/engine.ts';
import { createTransaction, type Durability, type Transaction } from './transaction.ts';

export type { Db } from '../schema/tables.ts';
export type { Durability, Transaction } from './transaction.ts';

/**
 * Everything the cloud stores, with one set of queries over SQLite or PostgreSQL. While the database is unavailable,
 * every query rejects with an error of `storeErrors`, and each outage is logged once.
 */
export interface Store {
  /** True if only this process has the store (`Engine.isExclusive`). Otherwise other nodes may share it. */
  readonly isExclusive: boolean;
  readonly batches: BatchLimits;
  /**
   * Queries outside of any transaction. Within one, only its own `db` may be used, because SQLite has a single
   * connection.
   */
  readonly db: Db;
  /** Runs queries as one transaction (read committed). All of them take effect, or none if `work` throws. */
  transaction<Value>(durability: Durability, work: (tx: Transaction) => Promise<Value>): Promise<Value>;
  /** Number of times the store was found damaged since the start. */
  damage(): number;
  /** Throws if the database does not respond. */
  ping(): Promise<void>;
  /**
   * Converts an error to one of `cloudFailures` if the store is the reason why a cloud cannot start. Returns other
   * errors unchanged.
   */
  toFailure(error: unknown): unknown;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Location of the store: a folder for one process, or a PostgreSQL database for any number of processes. `isTemporary`
 * is true for a store that nobody needs after a power failure.
 */
export type StorePlace =
  | { readonly dataDir: string; readonly isTemporary?: boolean }
  | { readonly databaseUrl: string; readonly connections?: number };

const maxTries = 5;
const retryWaits: Backoff = { first: 2, max: 32 };

const isRepeatable = (error: unknown): boolean => storeErrors.is(error, 'conflict');

type Work<Value> = (tx: Transaction) => Promise<Value>;

/** Converts an error of the engine to the matching error of `cloudFailures`, if there is one. */
const toFailureOf = (engine: Engine) => (error: unknown) =>
  cloudFailures.is(error) ? error : engine.toFailure(storeErrors.is(error) ? error.cause : error);

const createStore = (engine: Engine): Store => {
  let closed: Promise<void> | undefined;

  const run = async <Value>(durability: Durability, work: Work<Value>): Promise<Value> => {
    const begin = (kysely: Db) =>
      kysely.transaction().execute(async (db) => {
        const { tx, committed } = createTransaction(db);
        return { value: await work(tx), committed };
      });
    const { value, committed } = await (durability === 'relaxed'
      ? engine.relaxed(begin)
      : begin(engine.kysely));
    committed();
    return value;
  };
  const runRepeatedly = async <Value>(durability: Durability, work: Work<Value>): Promise<Value> => {
    for (let count = 1; ; count++)
      try {
        return await run(durability, work);
      } catch (error) {
        if (count === maxTries || !isRepeatable(error)) throw error;
        // Without this wait, the loser of a deadlock in PostgreSQL can lock the same row again before the winner wakes
        // up.
        await pause(longestWait(retryWaits, count - 1));
      }
  };
  const group = engine.isExclusive ? createGroupCommit(engine) : undefined;

  return {
    isExclusive: engine.isExclusive,
    batches: engine.batches,
    db: engine.kysely,
    transaction: (durability, work) => {
      if (durability !== 'group') return runRepeatedly(durability, work);
      return group === undefined ? run(durability, work) : group(work);
    },
    ping: async () => void (await sql`SELECT 1`.execute(engine.kysely)),
    damage: engine.damage ?? (() => 0),
    toFailure: toFailureOf(engine),
    [Symbol.asyncDispose]: () => {
      closed ??= engine.close();
      return closed;
    },
  };
};

const openEngine = async (place: StorePlace, log: Log): Promise<Engine> => {
  if ('dataDir' in place) return openSqlite(place.dataDir, log, place);
  // A cloud on SQLite does not load the PostgreSQL client.
  const { openPostgres } = await import('./postgres/engine.ts');
  return openPostgres(place.databaseUrl, place.connections ?? 10, log);
};

/**
 * Opens the store and migrates its schema. Throws an error of `cloudFailures` if another process has the folder, if the
 * store is not ours, is newer or damaged, or if the database cannot be reached.
 */
export async function openStore(
  place: StorePlace,
  { log = silent, steps = migrations } = {},
): Promise<Store> {
  const engine = await openEngine(place, log);
  try {
    await migrate(engine, steps);
    return createStore(engine);
  } catch (error) {
    await engine.close();
    throw toFailureOf(engine)(error);
  }
}

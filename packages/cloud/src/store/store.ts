import { AsyncLocalStorage } from 'node:async_hooks';
import { type Kysely, sql } from 'kysely';
import { silent } from '../log/log.ts';
import type { Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';
import { openPostgres } from './postgres/engine.ts';
import { openSqlite } from './sqlite/engine.ts';
import type { Tables } from './tables.ts';

/** Queries of the store, outside or inside a transaction. */
export type Db = Kysely<Tables>;

/** Everything the cloud keeps; one set of queries over SQLite or PostgreSQL. */
export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  /** Queries; within `inTransaction` they belong to that transaction, however deep the call. */
  readonly db: Db;
  /**
   * Runs queries as one durable transaction (read committed), again when the database asks for it, up to five times:
   * so `work` changes nothing but the store. Within a transaction it joins that one.
   */
  inTransaction<Value>(work: (db: Db) => Promise<Value>): Promise<Value>;
  /** Runs `act` when the transaction around it is committed, at once when there is none; never after a rollback. */
  afterCommit(act: () => void): void;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Where the store is: a folder for one process, or a PostgreSQL database for any number. */
export type StorePlace =
  | { readonly dataDir: string }
  | { readonly databaseUrl: string; readonly connections?: number };

const tries = 5;

interface Running {
  readonly db: Db;
  readonly acts: (() => void)[];
  /** What a transaction left running behind it (a timer, a socket) is no longer within it. */
  isOver: boolean;
}

const createStore = (engine: Engine): Store => {
  const running = new AsyncLocalStorage<Running>();
  let closed: Promise<void> | undefined;
  const around = (): Running | undefined => {
    const outer = running.getStore();
    return outer?.isOver ? undefined : outer;
  };
  const attempt = async <Value>(work: (db: Db) => Promise<Value>): Promise<Value> => {
    const acts: (() => void)[] = [];
    const value = await engine.kysely.transaction().execute(async (db) => {
      const inside: Running = { db, acts, isOver: false };
      try {
        return await running.run(inside, () => work(db));
      } finally {
        inside.isOver = true;
      }
    });
    for (const act of acts) act();
    return value;
  };
  const store: Store = {
    engine: engine.name,
    get db() {
      return around()?.db ?? engine.kysely;
    },
    inTransaction: async (work) => {
      const outer = around();
      if (outer !== undefined) return work(outer.db);
      for (let count = 1; ; count++)
        try {
          return await attempt(work);
        } catch (error) {
          if (count === tries || !engine.isPassing(error)) throw error;
        }
    },
    afterCommit: (act) => {
      const outer = around();
      if (outer === undefined) act();
      else outer.acts.push(act);
    },
    ping: async () => void (await sql`SELECT 1`.execute(store.db)),
    [Symbol.asyncDispose]: () => {
      closed ??= engine.close();
      return closed;
    },
  };
  return store;
};

/**
 * Opens the store and brings its schema up to date. Throws a `CloudFailure` whose message says why it cannot: another
 * process has the folder, it is not ours, it is newer, it is damaged, the database cannot be reached.
 */
export const openStore = async (
  place: StorePlace,
  { now = Date.now, log = silent, steps = migrations } = {},
): Promise<Store> => {
  const engine: Engine =
    'dataDir' in place
      ? openSqlite(place.dataDir)
      : openPostgres(place.databaseUrl, place.connections ?? 10, log);
  try {
    await migrate(engine, steps, now);
    return createStore(engine);
  } catch (error) {
    await engine.close();
    throw engine.toFailure(error);
  }
};

import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Backoff, longestWait } from '@plenum/machine/backoff';
import { sql } from 'kysely';
import { StoreAway } from '../failure/store-away.ts';
import { silent } from '../log/log.ts';
import type { Engine } from './engine.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';
import { openPostgres } from './postgres/engine.ts';
import { openSqlite } from './sqlite/engine.ts';
import type { Db } from './tables.ts';
import { createTogether, type RunInside } from './together.ts';

export type { Db } from './tables.ts';

/**
 * Everything the cloud keeps; one set of queries over SQLite or PostgreSQL. Where the database cannot be had for now, whatever
 * asks it rejects with `StoreAway`, which the log has once for each outage.
 */
export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  /** Queries; within `inTransaction` they belong to that transaction, however deep the call. */
  readonly db: Db;
  /**
   * Runs queries as one durable transaction (read committed), again when the database asks for it, up to five times:
   * so `work` changes nothing but the store. Within a transaction it joins that one.
   */
  inTransaction<Value>(work: (db: Db) => Promise<Value>): Promise<Value>;
  /**
   * As `inTransaction`, for what is made good by itself after a failure of power: a bridge says again how it is, a message is
   * sent again under its id. On SQLite it does not wait for the disk; a process that dies loses nothing by it.
   */
  inLightTransaction<Value>(work: (db: Db) => Promise<Value>): Promise<Value>;
  /**
   * Runs queries as one durable transaction of its own effect, but once only: so `work` may do what cannot be done twice. On
   * SQLite it shares its commit with others that come at the same time.
   */
  inSharedTransaction<Value>(work: (db: Db) => Promise<Value>): Promise<Value>;
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
const retryWaits: Backoff = { first: 2, max: 32 };

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
  const runInside: RunInside = async (db, work) => {
    const acts: (() => void)[] = [];
    const inside: Running = { db, acts, isOver: false };
    try {
      const value = await running.run(inside, () => work(db));
      return {
        value,
        done: () => {
          for (const act of acts) act();
        },
      };
    } finally {
      inside.isOver = true;
    }
  };
  const attempt = async <Value>(work: (db: Db) => Promise<Value>, isLight = false): Promise<Value> => {
    const run = (kysely: Db) => kysely.transaction().execute((db) => runInside(db, work));
    const { value, done } = await (isLight ? engine.lightly(run) : run(engine.kysely));
    done();
    return value;
  };
  const transact =
    (isLight: boolean): Store['inTransaction'] =>
    async (work) => {
      const outer = around();
      if (outer !== undefined) return work(outer.db);
      for (let count = 1; ; count++)
        try {
          return await attempt(work, isLight);
        } catch (error) {
          const isAgain = error instanceof StoreAway && error.kind === 'again';
          if (count === tries || !isAgain) throw error;
          // PostgreSQL lets whoever lost a deadlock take the same row again before whoever won is awake.
          await pause(longestWait(retryWaits, count - 1));
        }
    };
  const together = createTogether(engine, runInside);
  const store: Store = {
    engine: engine.name,
    get db() {
      return around()?.db ?? engine.kysely;
    },
    inTransaction: transact(false),
    inLightTransaction: transact(true),
    inSharedTransaction: (work) => {
      const outer = around();
      if (outer !== undefined) return work(outer.db);
      return engine.name === 'sqlite' ? together(work) : attempt(work);
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
      ? openSqlite(place.dataDir, log)
      : openPostgres(place.databaseUrl, place.connections ?? 10, log);
  try {
    await migrate(engine, steps, now);
    return createStore(engine);
  } catch (error) {
    await engine.close();
    throw engine.toFailure(error instanceof StoreAway ? error.cause : error);
  }
};

import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { Engine } from './engine.ts';
import { createRounds } from './rounds.ts';
import type { Db } from './tables.ts';

/** Runs one piece of work within a transaction; what it gives is called once that is committed. */
export type RunInside = <Value>(
  db: Db,
  work: (db: Db) => Promise<Value>,
) => Promise<{ value: Value; done: () => void }>;

interface Waiting {
  /** Does the work; what it gives is called once the transaction is committed. */
  readonly run: (db: Db) => Promise<() => void>;
  readonly fail: (error: unknown) => void;
}

/** Enough that the flush of a commit weighs little among them, few enough that the first does not wait long for the last. */
const maxConcurrent = 32;

/**
 * Does pieces of work one after the other in few transactions: those that come while one is committed share the next, and
 * with it the flush to the disk. Each is undone alone where it fails, and is answered when it is durable. For SQLite, which
 * does one transaction at a time anyway; PostgreSQL shares the flush of concurrent commits by itself.
 */
export const createTogether = ({ kysely }: Pick<Engine, 'kysely'>, runInside: RunInside) => {
  const doOne = async (db: Db, { run, fail }: Waiting): Promise<() => void> => {
    await sql`SAVEPOINT one`.execute(db);
    try {
      const done = await run(db);
      await sql`RELEASE one`.execute(db);
      return done;
    } catch (error) {
      try {
        await sql`ROLLBACK TO one`.execute(db);
        await sql`RELEASE one`.execute(db);
      } catch {
        // SQLite itself has undone all of it, as where the disk is full (https://www.sqlite.org/lang_transaction.html, 3).
        throw error;
      }
      return () => fail(error);
    }
  };

  const add = createRounds<Waiting>(maxConcurrent, async (round) => {
    try {
      const answers = await kysely.transaction().execute(async (db) => {
        const all: (() => void)[] = [];
        for (const one of round) all.push(await doOne(db, one));
        return all;
      });
      for (const answer of answers) answer();
    } catch (error) {
      for (const { fail } of round) fail(error);
    }
  });

  return <Value>(work: (db: Db) => Promise<Value>): Promise<Value> =>
    new Promise((resolve, fail) => {
      const own = AsyncLocalStorage.snapshot();
      const run = async (db: Db) => {
        const { value, done } = await own(() => runInside(db, work));
        return () => {
          try {
            done();
            resolve(value);
          } catch (error) {
            fail(error);
          }
        };
      };
      add({ run, fail });
    });
};

import { createBatchQueue } from '@plenum/platform';
import { sql } from 'kysely';
import type { Db } from '../schema/tables.ts';
import type { Engine } from './engine.ts';
import { createTransaction, type Transaction } from './transaction.ts';

/** Does a piece of work. Returns a function that is called after the commit and returns the result or throws. */
type Run = (db: Db) => Promise<() => unknown>;

/**
 * Large enough to make the cost of one flush to the disk small, and small enough that the first piece does not wait
 * long for the last.
 */
const maxItems = 32;

/**
 * Creates a function that runs pieces of work one after another in few transactions. Those that arrive during a commit
 * share the next one, and its flush to the disk. A piece that fails is rolled back alone, and each resolves when it is
 * durable. Used for SQLite, which runs one transaction at a time anyway. PostgreSQL itself shares the flush of
 * concurrent commits.
 */
export function createGroupCommit({ kysely }: Pick<Engine, 'kysely'>) {
  const runOne = async (db: Db, run: Run): Promise<() => unknown> => {
    await sql`SAVEPOINT one`.execute(db);
    try {
      const answer = await run(db);
      await sql`RELEASE one`.execute(db);
      return answer;
    } catch (error) {
      try {
        await sql`ROLLBACK TO one`.execute(db);
        await sql`RELEASE one`.execute(db);
      } catch {
        // SQLite has already rolled everything back, for example because the disk is full
        // (https://www.sqlite.org/lang_transaction.html, 3).
        throw error;
      }
      return () => {
        throw error;
      };
    }
  };

  const commits = createBatchQueue<Run, unknown>({
    maxItems,
    run: async (batch) => {
      const answers = await kysely.transaction().execute(async (db) => {
        const all: (() => unknown)[] = [];
        for (const run of batch) all.push(await runOne(db, run));
        return all;
      });
      return answers.map(async (answer) => answer());
    },
  });

  return <Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value> =>
    commits.add(async (db) => {
      const { tx, committed } = createTransaction(db);
      const value = await work(tx);
      return () => {
        committed();
        return value;
      };
    }) as Promise<Value>;
}

import { sql } from 'kysely';
import type { Db } from '../schema/tables.ts';
import { createBatchQueue } from './batch-queue.ts';
import type { Engine } from './engine.ts';
import { createTransaction, type Transaction } from './transaction.ts';

interface Waiting {
  /** Does the work; the function it returns is called once the transaction is committed. */
  readonly run: (db: Db) => Promise<() => void>;
  readonly fail: (error: unknown) => void;
}

/** Large enough that one flush to the disk weighs little, small enough that the first does not wait long for the last. */
const maxConcurrent = 32;

/**
 * Runs pieces of work one after the other in few transactions: those that arrive during a commit share the next one, and
 * with it the flush to the disk. A piece that fails is rolled back alone; each is answered when it is durable. For SQLite,
 * which runs one transaction at a time anyway; PostgreSQL shares the flush of concurrent commits by itself.
 */
export const createGroupCommit = ({ kysely }: Pick<Engine, 'kysely'>) => {
  const runOne = async (db: Db, { run, fail }: Waiting): Promise<() => void> => {
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
        // SQLite rolled everything back by itself, as when the disk is full (https://www.sqlite.org/lang_transaction.html, 3).
        throw error;
      }
      return () => fail(error);
    }
  };

  const add = createBatchQueue<Waiting>(maxConcurrent, async (batch) => {
    try {
      const answers = await kysely.transaction().execute(async (db) => {
        const all: (() => void)[] = [];
        for (const one of batch) all.push(await runOne(db, one));
        return all;
      });
      for (const answer of answers) answer();
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  });

  return <Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value> =>
    new Promise((resolve, fail) => {
      const run = async (db: Db) => {
        const { tx, committed } = createTransaction(db);
        const value = await work(tx);
        return () => {
          try {
            committed();
            resolve(value);
          } catch (error) {
            fail(error);
          }
        };
      };
      add({ run, fail });
    });
};

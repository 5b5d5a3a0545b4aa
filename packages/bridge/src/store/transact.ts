import type { DatabaseSync } from 'node:sqlite';
import { sqlite, sqliteCode, sqliteWords } from '@plenum/machine';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';

/** Runs writes as one durable transaction; when one throws, none is stored. */
export const writeAll = (db: DatabaseSync, writes: () => void): void => {
  try {
    db.exec('BEGIN IMMEDIATE');
    writes();
    db.exec('COMMIT');
  } catch (error) {
    // SQLite rolls back by itself when a disk is full (https://www.sqlite.org/lang_transaction.html, 3).
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
};

const reasons: Readonly<Record<number, string>> = {
  [sqlite.FULL]: 'its disk is full',
  [sqlite.IOERR]: 'its disk cannot be written to, or its quota is used up',
  [sqlite.READONLY]: 'its data folder cannot be written to',
  [sqlite.BUSY]: 'another program has locked its database',
  [sqlite.CORRUPT]: 'its database is damaged',
};

/** As `writeAll`, with failures of the store as the refusal `not-stored`; throws other errors. */
export const transact = (db: DatabaseSync, writes: () => void): Result<undefined> => {
  try {
    writeAll(db, writes);
    return ok(undefined);
  } catch (error) {
    const code = sqliteCode(error);
    if (code === undefined) throw error;
    const why = reasons[code] ?? `its database reports "${sqliteWords(error)}"`;
    return refuse('not-stored', { facts: { why } });
  }
};

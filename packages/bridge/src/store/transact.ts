import type { DatabaseSync } from 'node:sqlite';
import { sqlite, sqliteCode, sqliteWords } from '@plenum/platform';
import type { Log } from '@plenum/platform/quiet-log';
import { ok, type Reason, type Result, reasonText, refuse } from '@plenum/protocol/refusal';

/** Runs writes as one durable transaction; if one throws, none is stored. */
export function writeAll(db: DatabaseSync, writes: () => void): void {
  try {
    db.exec('BEGIN IMMEDIATE');
    writes();
    db.exec('COMMIT');
  } catch (error) {
    // SQLite rolls back automatically when a disk is full (https://www.sqlite.org/lang_transaction.html, 3).
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

const reasons: Readonly<Record<number, Reason>> = {
  [sqlite.FULL]: { reason: 'disk-full' },
  [sqlite.IOERR]: { reason: 'disk-failed' },
  [sqlite.READONLY]: { reason: 'folder-read-only' },
  [sqlite.BUSY]: { reason: 'database-locked' },
  [sqlite.CORRUPT]: { reason: 'database-damaged' },
};

/** Like `writeAll`, but turns a store failure into the refusal `not-stored`; other errors are thrown. */
export function transact(db: DatabaseSync, writes: () => void): Result<undefined> {
  try {
    writeAll(db, writes);
    return ok(undefined);
  } catch (error) {
    const code = sqliteCode(error);
    if (code === undefined) throw error;
    return refuse('not-stored', {
      facts: reasons[code] ?? { reason: 'database-reports', told: sqliteWords(error) },
    });
  }
}

/**
 * Like `transact`, for writes that have a name in the log. Logs only the first failure for each reason, and the next
 * success: a client that sends commands to a full disk must not fill the disk of the log.
 */
export type LoggedTransact = (what: string, writes: () => void) => Result<undefined>;

export function createLoggedTransact(db: DatabaseSync, log: Log): LoggedTransact {
  let failing: string | undefined;
  return (what, writes) => {
    const stored = transact(db, writes);
    const why = stored.ok ? undefined : reasonText(stored.refusal.facts);
    if (why !== undefined && why !== failing) log.error({ why }, `could not write ${what} to the store`);
    if (why === undefined && failing !== undefined) log.warn({}, 'the store can be written to again');
    failing = why;
    return stored;
  };
}

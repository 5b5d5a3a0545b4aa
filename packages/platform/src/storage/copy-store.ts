import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { sqlite, sqliteCode } from './sqlite-error.ts';

const walOf = (file: string) => `${file}-wal`;

/**
 * Returns a value that changes when SQLite restarts its write-ahead log: the salts in the header of the log, or the
 * file itself if there is no log (https://www.sqlite.org/fileformat2.html#walformat).
 */
const generationOf = (file: string): string => {
  const wal = walOf(file);
  if (!existsSync(wal) || statSync(wal).size === 0) return `no log, ${statSync(file).mtimeMs}`;
  const header = Buffer.alloc(32);
  const descriptor = openSync(wal, 'r');
  try {
    readSync(descriptor, header);
  } finally {
    closeSync(descriptor);
  }
  return header.toString('hex');
};

/** True if a database is intact; afterwards the database file contains the content of its log. */
const isWhole = (file: string): boolean => {
  const db = new DatabaseSync(file);
  try {
    const { integrity_check: found } = db.prepare('PRAGMA integrity_check').get() as {
      integrity_check: string;
    };
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return found === 'ok';
  } finally {
    db.close();
  }
};

const removeCopy = (to: string) => {
  for (const file of [to, walOf(to), `${to}-shm`]) rmSync(file, { force: true });
};

/**
 * Copies the files of a database that one process has locked: the database first, then its log. Pages that a checkpoint
 * writes into the database meanwhile are still in the log, unless the log was restarted.
 */
const copyFiles = (from: string, to: string): boolean => {
  removeCopy(to);
  const before = generationOf(from);
  copyFileSync(from, to);
  if (existsSync(walOf(from))) copyFileSync(walOf(from), walOf(to));
  return generationOf(from) === before && isWhole(to);
};

/** True if no other process has locked a database exclusively. */
const isReadable = (db: DatabaseSync): boolean => {
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return true;
  } catch (error) {
    if (sqliteCode(error) === sqlite.BUSY) return false;
    throw error;
  }
};

const maxTries = 50;

/**
 * Copies a SQLite database to another file, even while another process writes to it or has locked it exclusively. The
 * copy has everything that was committed before, and no partial transaction. Do not call this in a process that has the
 * database open, because it would break that process's locks.
 */
export async function copyStore(from: string, to: string): Promise<void> {
  const db = new DatabaseSync(from, { readOnly: true, timeout: 500 });
  try {
    if (isReadable(db)) return void (await backup(db, to));
  } finally {
    db.close();
  }
  for (let tries = 0; tries < maxTries; tries++) {
    if (copyFiles(from, to)) return;
    await pause(tries);
  }
  removeCopy(to);
  throw new Error(`${from} changes faster than it can be copied.`);
}

/** True if another process has a database open for writing. */
export function isInUse(file: string): boolean {
  const db = new DatabaseSync(file);
  try {
    db.exec('BEGIN EXCLUSIVE');
    db.exec('ROLLBACK');
    return false;
  } catch (error) {
    if (sqliteCode(error) === sqlite.BUSY) return true;
    throw error;
  } finally {
    db.close();
  }
}

import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { sqlite, sqliteCode } from './sqlite-error.ts';

const walOf = (file: string) => `${file}-wal`;

/**
 * What changes when SQLite begins its write-ahead log anew: the salts in its header. Without a log, the file itself
 * (https://www.sqlite.org/fileformat2.html#walformat).
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

/** Whether a database is whole; what its log holds is then in the file itself. */
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
 * Copies the files of a database that one process has for itself. The database first, then its log: what a checkpoint writes
 * into the one meanwhile is still in the other, unless the log was begun anew.
 */
const copyFiles = (from: string, to: string): boolean => {
  removeCopy(to);
  const before = generationOf(from);
  copyFileSync(from, to);
  if (existsSync(walOf(from))) copyFileSync(walOf(from), walOf(to));
  return generationOf(from) === before && isWhole(to);
};

/** Whether no other process has locked a database for itself. */
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
 * Copies a SQLite database to another file, also while a process writes to it or has locked it for itself: everything that was
 * committed before, and no half of a transaction. In a process that has the database open itself, it would break its locks.
 */
export const copyStore = async (from: string, to: string): Promise<void> => {
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
};

/** Whether another process has a database open to write to it. */
export const isInUse = (file: string): boolean => {
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
};

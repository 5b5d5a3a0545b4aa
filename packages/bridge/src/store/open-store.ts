import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  createStoreFile,
  findEmptyStore,
  folderFailureOf,
  openPrivateFolder,
  openToRead,
  removeDrafts,
  sqliteCode,
} from '@plenum/platform';
import { bridgeFailures } from '../bridge-failures.ts';
import { dataFiles, inMemory } from './data-files.ts';
import { toOpenFailure } from './open-failure.ts';
import { applicationId, bridgeSchema, latestOf, type Schema } from './schema.ts';

/** Returns the path of the store in a data folder. */
export const storeFile = (folder: string): string => join(folder, dataFiles.store);

/** Beginning of the name of the file that shows that a folder is writable. */
const probeName = '.probe-';

/**
 * Creates the data folder if it is missing, readable only to its owner. Writes a file to the folder, because this is
 * the only sure test that the folder is writable.
 */
const openFolder = (folder: string): void => {
  try {
    openPrivateFolder(folder, Object.values(dataFiles));
    const probe = join(folder, `${probeName}${process.pid}`);
    closeSync(openSync(probe, 'w'));
    rmSync(probe);
    createStoreFile(storeFile(folder), applicationId);
  } catch (error) {
    if (sqliteCode(error) !== undefined) throw toOpenFailure(error, folder, storeFile(folder));
    const { code, message } = error as NodeJS.ErrnoException;
    const facts = { folder, why: message };
    throw bridgeFailures.error(folderFailureOf(code) ?? 'folder-unusable', facts, error);
  }
};

const pragma = (db: DatabaseSync, name: string): number =>
  Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]);

const refuseForeign = (db: DatabaseSync, file: string, schema: Schema) => {
  const { n } = db.prepare('SELECT count(*) AS n FROM sqlite_schema').get() as { n: number };
  if (n === 0) return;
  if (pragma(db, 'application_id') !== applicationId) throw bridgeFailures.error('store-not-ours', { file });
  const version = pragma(db, 'user_version');
  const known = latestOf(schema);
  if (version < schema.first) throw bridgeFailures.error('store-unreleased', { file });
  if (version > known) throw bridgeFailures.error('store-newer', { file, version, known });
};

/**
 * Like `refuseForeign`, before the first write: closing a database that was opened for writing would put the log of a
 * killed process into its file. SQLite reports its errors again when the store is opened.
 */
const refuseForeignFile = (file: string, schema: Schema) => {
  if (!existsSync(file)) return;
  const shared = `${file}-shm`;
  const hadShared = existsSync(shared);
  let db: DatabaseSync | undefined;
  try {
    db = openToRead(file);
    refuseForeign(db, file, schema);
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
  } finally {
    db?.close();
    if (!hadShared) rmSync(shared, { force: true });
  }
};

/** Creates the schema of a store, or migrates it. */
const migrate = (db: DatabaseSync, { first, tables, migrations }: Schema) => {
  db.exec('BEGIN EXCLUSIVE');
  for (const [step, sql] of [tables, ...migrations].entries()) {
    if (first + step <= pragma(db, 'user_version')) continue;
    db.exec(sql);
    db.exec(`PRAGMA user_version=${first + step}`);
  }
  db.exec(`PRAGMA application_id=${applicationId}`);
  db.exec('COMMIT');
};

/**
 * Locks the store for this process, and migrates its schema. In exclusive locking mode the first write takes a lock of
 * the operating system that ends with the process; with `synchronous=FULL` the log is on disk before a commit returns
 * (https://www.sqlite.org/pragma.html).
 */
const lockAndMigrate = (db: DatabaseSync, schema: Schema) => {
  db.exec('PRAGMA journal_mode=WAL');
  db.exec('PRAGMA synchronous=FULL');
  migrate(db, schema);
};

/** Opens a store in memory: an empty one, or one with the content of a copy (`HouseSnapshot.store`). */
export function openMemoryStore(copy?: Uint8Array): DatabaseSync {
  const db = new DatabaseSync(inMemory);
  if (copy !== undefined) db.deserialize(copy);
  // Many of them may be in one process: pages of its few small tables are mostly empty, and those of deleted rows are
  // freed by `PRAGMA incremental_vacuum`.
  else db.exec('PRAGMA page_size=1024; PRAGMA auto_vacuum=INCREMENTAL');
  migrate(db, bridgeSchema);
  return db;
}

/**
 * Opens the store of a data folder; creates both if they are missing. Throws one of `bridgeFailures`: another bridge
 * uses the store, it cannot be written, it is not a store of Plenum, it was created before 0.1.0, it is newer, it is
 * damaged, or a failed copy left it empty.
 */
export function openStore(folder: string, schema = bridgeSchema): DatabaseSync {
  const file = storeFile(folder);
  const empty = findEmptyStore(file, [probeName]);
  if (empty !== undefined) throw bridgeFailures.error('store-empty', empty);
  refuseForeignFile(file, schema);
  openFolder(folder);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file);
    // Set before the first read: otherwise SQLite creates a file of shared memory, and then reports a full disk as a
    // broken one.
    db.exec('PRAGMA locking_mode=EXCLUSIVE');
    refuseForeign(db, file, schema);
    lockAndMigrate(db, schema);
    removeDrafts(file);
    return db;
  } catch (error) {
    db?.close();
    throw toOpenFailure(error, folder, file);
  }
}

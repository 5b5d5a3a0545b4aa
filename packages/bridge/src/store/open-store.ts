import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile, folderFailureOf, openPrivateFolder } from '@plenum/platform';
import { bridgeFailures } from '../failure/failure.ts';
import { dataFiles } from './data-files.ts';
import { applicationId, migrations } from './migrations.ts';
import { toOpenFailure } from './open-failure.ts';

/** The file of the store in a data folder. */
export const storeFile = (folder: string): string => join(folder, dataFiles.store);

/** Creates the data folder where it is missing, readable to its owner alone, and writes a file to it, which is the only sure test that it can. */
const openFolder = (folder: string): void => {
  try {
    openPrivateFolder(folder, Object.values(dataFiles));
    const probe = join(folder, `.probe-${process.pid}`);
    closeSync(openSync(probe, 'w'));
    rmSync(probe);
    createPrivateFile(storeFile(folder));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const facts = { folder, why: message };
    throw bridgeFailures.error(folderFailureOf(code) ?? 'folder-unusable', facts, error);
  }
};

const pragma = (db: DatabaseSync, name: string): number =>
  Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]);

const refuseForeign = (db: DatabaseSync, file: string) => {
  const { n } = db.prepare('SELECT count(*) AS n FROM sqlite_schema').get() as { n: number };
  if (n > 0 && pragma(db, 'application_id') !== applicationId)
    throw bridgeFailures.error('store-not-ours', { file });
  const version = pragma(db, 'user_version');
  const known = migrations.length;
  if (version > known) throw bridgeFailures.error('store-newer', { file, version, known });
};

/**
 * Locks the store for this process, and migrates its schema. In exclusive locking mode, which it is in, the first write takes a
 * lock of the operating system that ends with the process; with `synchronous=FULL` the log is on disk before a commit returns
 * (https://www.sqlite.org/pragma.html).
 */
const lockAndMigrate = (db: DatabaseSync) => {
  db.exec('PRAGMA journal_mode=WAL');
  db.exec('PRAGMA synchronous=FULL');
  db.exec('BEGIN EXCLUSIVE');
  for (const [version, sql] of migrations.entries()) {
    if (version < pragma(db, 'user_version')) continue;
    db.exec(sql);
    db.exec(`PRAGMA user_version=${version + 1}`);
  }
  db.exec(`PRAGMA application_id=${applicationId}`);
  db.exec('COMMIT');
};

/**
 * Opens the store of a data folder; creates both where they are missing. Throws one of `bridgeFailures`: another bridge uses it,
 * it cannot be written to, it is not ours, it is newer, it is damaged.
 */
export const openStore = (folder: string): DatabaseSync => {
  openFolder(folder);
  const file = storeFile(folder);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file);
    // Before the first read, or SQLite makes a file for memory that processes share, and reports a full disk as a broken one.
    db.exec('PRAGMA locking_mode=EXCLUSIVE');
    refuseForeign(db, file);
    lockAndMigrate(db);
    return db;
  } catch (error) {
    db?.close();
    throw toOpenFailure(error, folder, file);
  }
};

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { bridgeFailures } from '../failure/failure.ts';
import { openFolder } from './folder.ts';
import { applicationId, migrations } from './migrations.ts';
import { toOpenFailure } from './open-failure.ts';

/** The file of the store in a data folder. */
export const storeFile = (folder: string): string => join(folder, 'bridge.sqlite');

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
 * Takes the store for this process alone, and brings its schema up to date. In exclusive locking mode the first
 * write takes a lock of the operating system that dies with the process; with `synchronous=FULL` the log is on
 * disk before a commit returns (https://www.sqlite.org/pragma.html).
 */
const claim = (db: DatabaseSync) => {
  db.exec('PRAGMA locking_mode=EXCLUSIVE');
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
 * Opens the store of a data folder, making both where they are missing. Throws a failure whose message says
 * why it cannot: another bridge has it, it cannot be written to, it is not ours, it is newer, it is damaged.
 */
export const openStore = (folder: string): DatabaseSync => {
  openFolder(folder);
  const file = storeFile(folder);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file);
    refuseForeign(db, file);
    claim(db);
    return db;
  } catch (error) {
    db?.close();
    throw toOpenFailure(error, folder, file);
  }
};

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  createPrivateFile,
  createStoreFile,
  findEmptyStore,
  folderFailureOf,
  openPrivateFolder,
  openToRead,
  removeDrafts,
  sqlite,
  sqliteCode,
  sqliteWords,
} from '@plenum/platform';
import { CompiledQuery, Kysely } from 'kysely';
import { cloudFailures } from '../../failure/failure.ts';
import type { Log } from '../../log/log.ts';
import type { Db, Tables } from '../../schema/tables.ts';
import type { Engine, ReadEngine } from '../engine.ts';
import { createOutage } from '../outage.ts';
import { withOutageDetection } from '../outage-dialect.ts';
import { codeOfSqlite } from '../transient.ts';
import { checkStore, endedUncleanly } from './check-store.ts';
import { sqliteDialect } from './dialect.ts';

/** Marks a SQLite file as ours: `Plnc` in ASCII (https://www.sqlite.org/fileformat.html, "application id"). */
const applicationId = 0x506c6e63;

/** Returns the path of the store in a data folder. */
export const storeFile = (folder: string): string => join(folder, 'cloud.sqlite');

const toFailure = (error: unknown, folder: string): unknown => {
  const store = storeFile(folder);
  const code = sqliteCode(error);
  if (code === undefined) {
    const { code: why, syscall } = (error ?? {}) as NodeJS.ErrnoException;
    if (syscall === undefined) return error;
    const facts = { folder, why: why! };
    return cloudFailures.error(folderFailureOf(why) ?? 'folder-unusable', facts, error);
  }
  const why = sqliteWords(error);
  if (code === sqlite.BUSY) return cloudFailures.error('folder-in-use', { folder }, error);
  if (code === sqlite.FULL) return cloudFailures.error('folder-full', { folder }, error);
  if (code === sqlite.READONLY) return cloudFailures.error('folder-read-only', { folder }, error);
  if (code === sqlite.NOTADB) return cloudFailures.error('store-not-ours', { store }, error);
  if (code === sqlite.CORRUPT) return cloudFailures.error('store-damaged', { store, why }, error);
  return cloudFailures.error('folder-unusable', { folder, why }, error);
};

const lockName = 'cloud.lock';

/** Throws if a failed copy left the store of a data folder empty. */
const refuseEmpty = (folder: string): void => {
  const empty = findEmptyStore(storeFile(folder), [lockName]);
  if (empty !== undefined) throw cloudFailures.error('store-empty', empty);
};

/**
 * Locks the data folder for this process, with an operating system lock on a file next to the store. The lock ends with
 * the process. Others can still read the store, so a copy can be made while the cloud runs.
 */
const claim = (folder: string): DatabaseSync => {
  const file = join(folder, lockName);
  createPrivateFile(file);
  const lock = new DatabaseSync(file);
  try {
    lock.exec('PRAGMA locking_mode=EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
};

const idOf = (db: DatabaseSync): number =>
  (db.prepare('PRAGMA application_id').get() as { application_id: number }).application_id;

/**
 * With FULL, the log is on disk before a commit returns (https://www.sqlite.org/pragma.html#pragma_synchronous). With
 * OFF, nothing waits for the disk.
 */
type FullMode = 'FULL' | 'OFF';

const open = (folder: string, full: FullMode): DatabaseSync => {
  createStoreFile(storeFile(folder), applicationId);
  removeDrafts(storeFile(folder));
  const db = new DatabaseSync(storeFile(folder), { timeout: 5000 });
  try {
    const { n } = db.prepare('SELECT count(*) AS n FROM sqlite_schema').get() as { n: number };
    if (n > 0 && idOf(db) !== applicationId)
      throw cloudFailures.error('store-not-ours', { store: storeFile(folder) });
    db.exec('PRAGMA journal_mode=WAL');
    db.exec(`PRAGMA synchronous=${full}`);
    db.exec('PRAGMA foreign_keys=ON');
    // If it is already set, it is not set again, because that would write to a store that may be refused later.
    if (n === 0) db.exec(`PRAGMA application_id=${applicationId}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

const synchronous = (mode: FullMode | 'NORMAL') => CompiledQuery.raw(`PRAGMA synchronous=${mode}`);

/**
 * With NORMAL, a commit has reached the operating system when it returns. It reaches the disk with the next FULL commit
 * or checkpoint, always in order (https://www.sqlite.org/pragma.html#pragma_synchronous).
 */
const relaxedOn =
  (kysely: Db, full: FullMode): Engine['relaxed'] =>
  (work) =>
    kysely.connection().execute(async (connection) => {
      await connection.executeQuery(synchronous(full === 'OFF' ? 'OFF' : 'NORMAL'));
      try {
        return await work(connection);
      } finally {
        await connection.executeQuery(synchronous(full));
      }
    });

/**
 * Opens the store in a file of a data folder, for this process only. Creates both if they are missing. If the previous
 * process did not close the store, it is checked for damage in the background. A temporary store is lost with the
 * machine, so its commits do not wait for the disk.
 */
export function openSqlite(
  folder: string,
  log: Log,
  { check = checkStore, isTemporary = false } = {},
): Engine {
  const full = isTemporary ? 'OFF' : 'FULL';
  let lock: DatabaseSync | undefined;
  refuseEmpty(folder);
  try {
    openPrivateFolder(folder, ['cloud.sqlite', lockName, 'endpoint.key']);
    lock = claim(folder);
    const isUnclean = endedUncleanly(storeFile(folder));
    const outage = createOutage({ label: storeFile(folder), codeOf: codeOfSqlite, log });
    const kysely = new Kysely<Tables>({
      dialect: withOutageDetection(sqliteDialect(open(folder, full)), outage),
    });
    const claimed = lock;
    const endCheck = isUnclean ? check(storeFile(folder), outage.damaged) : () => {};
    return {
      isExclusive: true,
      damage: outage.damage,
      // One transaction runs at a time. The limit is high enough that many pieces of work share a flush to the disk,
      // and low enough that others do not wait long.
      batches: { partitions: 1, maxItems: 64 },
      kysely,
      relaxed: relaxedOn(kysely, full),
      label: storeFile(folder),
      // A transaction begins with IMMEDIATE, so no separate schema lock is needed.
      changeSchema: (work) => kysely.transaction().execute(work),
      toFailure: (error) => toFailure(error, folder),
      close: async () => {
        endCheck();
        await kysely.destroy();
        claimed.close();
      },
    };
  } catch (error) {
    lock?.close();
    throw toFailure(error, folder);
  }
}

/** Opens the store of a data folder for reading only, while the process that owns the folder keeps running. */
export function openSqliteToRead(folder: string): ReadEngine {
  const store = storeFile(folder);
  refuseEmpty(folder);
  if (!existsSync(store) || statSync(store).size === 0) throw cloudFailures.error('store-missing', { store });
  let db: DatabaseSync | undefined;
  try {
    db = openToRead(store, { timeout: 5000 });
    if (idOf(db) !== applicationId) throw cloudFailures.error('store-not-ours', { store });
    const kysely = new Kysely<Tables>({ dialect: sqliteDialect(db) });
    return {
      kysely,
      label: store,
      toFailure: (error) => toFailure(error, folder),
      close: () => kysely.destroy(),
    };
  } catch (error) {
    db?.close();
    throw toFailure(error, folder);
  }
}

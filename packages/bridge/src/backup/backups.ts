import { createWriteStream, existsSync, readdirSync, statSync } from 'node:fs';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { makeFolder, type Runtime, sqlite, sqliteCode, sqliteWords } from '@plenum/platform';
import { type BackupChanges, type BackupsAnswer, uploadPiece } from '@plenum/protocol/extension';
import { ok, type Reason, type Result, refuse } from '@plenum/protocol/refusal';
import about from '../../package.json' with { type: 'json' };
import { houseOf } from '../house/claim-house.ts';
import { dataFiles, inMemory } from '../store/data-files.ts';
import { findChanges } from './backup-changes.ts';
import { type BackupHead, isOwnFile, readBackup, writeBackup } from './backup-file.ts';
import { decideRestore, restorePath } from './pending-restore.ts';

/** A backup to download. Dispose of it once it was sent. */
export interface MadeBackup extends AsyncDisposable {
  readonly path: string;
  /** The name for the file, such as `plenum-123456789-2026-01-31T08-30.backup`. */
  readonly name: string;
  readonly bytes: number;
}

/** Backups of a running bridge, and restores of its data. One of them runs at a time. */
export interface Backups {
  read(): BackupsAnswer;
  create(passphrase: string): Promise<Result<MadeBackup>>;
  /** Writes a backup of the current data to a file. Throws system errors. */
  writeTo(file: string, passphrase: string): Promise<Result<BackupHead>>;
  /** Appends a piece to the uploaded file; a piece at 0 begins a new one. */
  upload(at: number, piece: AsyncIterable<Buffer>): Promise<Result<undefined>>;
  /** Decrypts the uploaded file and compares it with the current data. */
  open(passphrase: string): Promise<Result<BackupChanges>>;
  /** Restarts the bridge with the opened backup. */
  restore(madeAt: number): Result<undefined>;
  /** Restarts the bridge with the data that the last restore replaced. */
  undo(replacedAt: number): Result<undefined>;
}

export interface BackupsDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly folder: string;
  readonly db: DatabaseSync;
  readonly systemId: string;
  readonly readOnly: boolean;
  /** Restarts the bridge; undefined if it cannot be restarted. */
  readonly restart: (() => void) | undefined;
  readonly schedule: () => BackupsAnswer['schedule'];
  readonly limits: { readonly backupBytes: number };
}

/** Returns the name of a backup; names of the same bridge sort by time. */
export const toBackupName = (systemId: string, at: number): string =>
  `plenum-${systemId}-${new Date(at).toISOString().slice(0, 16).replace(':', '-')}.backup`;

const unavailable = (what: 'backup' | 'restore', reason: Reason) =>
  refuse('not-available', { facts: { what, ...reason } });

const unusable = (reason: Reason) => refuse('unusable-backup', { facts: reason });

const systemReasons: Readonly<Record<string, Reason>> = {
  ENOSPC: { reason: 'disk-full' },
  EDQUOT: { reason: 'disk-full' },
  EROFS: { reason: 'folder-read-only' },
  EACCES: { reason: 'folder-read-only' },
  EIO: { reason: 'disk-failed' },
};

/** Returns a failure of the disk as a refusal; throws any other error. */
const toRefused = (error: unknown): Result<never> => {
  const code = sqliteCode(error);
  if (code !== undefined)
    return refuse('not-stored', {
      facts:
        code === sqlite.FULL
          ? { reason: 'disk-full' }
          : { reason: 'database-reports', told: sqliteWords(error) },
    });
  const facts = systemReasons[(error as NodeJS.ErrnoException).code ?? ''];
  if (facts === undefined) throw error;
  return refuse('not-stored', { facts });
};

/** Copies the store of this process through its own connection, and other databases through separate ones. */
const copyInto = async (folder: string, db: DatabaseSync, to: string): Promise<BackupHead['files']> => {
  const matter = join(folder, 'matter');
  const others = existsSync(matter)
    ? readdirSync(matter, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
        .filter((path) => isOwnFile(path) && !/(-wal|-shm|-journal|\.lock|\.pid)$/.test(path))
    : [];
  const key = existsSync(join(folder, dataFiles.key)) ? [dataFiles.key] : [];
  const paths = [dataFiles.store, ...key, ...others];
  for (const path of paths) {
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 });
    if (path === dataFiles.store) await backup(db, join(to, path));
    else if (path.endsWith('.db')) {
      const other = new DatabaseSync(join(folder, path), { readOnly: true, timeout: 500 });
      try {
        await backup(other, join(to, path));
      } finally {
        other.close();
      }
    } else await copyFile(join(folder, path), join(to, path));
  }
  return paths.map((path) => ({ path, bytes: statSync(join(to, path)).size }));
};

export function createBackups(deps: BackupsDeps): Backups {
  const { folder, db, systemId, restart, schedule, limits, clock, log } = deps;
  const path = (name: Parameters<typeof restorePath>[1]) => restorePath(folder, name);
  const [upload, copy, opened, made] = [path('upload'), path('copy'), path('opened'), path('made')];
  let count = 0;
  let isBusy = false;
  let changes: BackupChanges | undefined;

  const remove = (path: string) => rm(path, { recursive: true, force: true });

  /** Runs an action unless another one runs; returns a failure of the disk as a refusal. */
  const alone = async <T>(what: 'backup' | 'restore', act: () => Promise<Result<T>>): Promise<Result<T>> => {
    if (folder === inMemory) return unavailable(what, { reason: 'data-in-memory' });
    if (isBusy) return unavailable(what, { reason: 'backup-running' });
    isBusy = true;
    try {
      return await act();
    } catch (error) {
      return toRefused(error);
    } finally {
      isBusy = false;
    }
  };

  const refuseRestore = (): Result<never> | undefined => {
    if (deps.readOnly) return refuse('read-only');
    if (folder === inMemory) return unavailable('restore', { reason: 'data-in-memory' });
    if (restart === undefined) return unavailable('restore', { reason: 'no-restart' });
    return isBusy ? unavailable('restore', { reason: 'backup-running' }) : undefined;
  };

  const write = async (file: string, passphrase: string): Promise<BackupHead> => {
    try {
      await remove(copy);
      makeFolder(copy, 0o700);
      const madeAt = clock.now();
      const files = await copyInto(folder, db, copy);
      const head = { release: about.version, madeAt, systemId, house: houseOf(db)?.name ?? '', files };
      await writeBackup(file, { folder: copy, head, passphrase });
      return head;
    } finally {
      await remove(copy);
    }
  };

  const decide = (from: 'opened' | 'replaced', message: string): Result<undefined> => {
    try {
      decideRestore(folder, from);
    } catch (error) {
      return toRefused(error);
    }
    changes = undefined;
    log.warn({}, message);
    restart!();
    return ok(undefined);
  };

  const replacedAt = (): number | undefined => {
    const replaced = statSync(path('replaced'), { throwIfNoEntry: false });
    return replaced && Math.round(replaced.ctimeMs);
  };

  return {
    read: () => {
      const replaced = replacedAt();
      const scheduled = schedule();
      return {
        canRestore: restart !== undefined && folder !== inMemory && !deps.readOnly,
        ...(scheduled && { schedule: scheduled }),
        ...(replaced !== undefined && { replacedAt: replaced }),
      };
    },
    create: (passphrase) =>
      alone('backup', async () => {
        makeFolder(made, 0o700);
        const file = join(made, String(++count));
        const { madeAt } = await write(file, passphrase);
        const { size: bytes } = await stat(file);
        const name = toBackupName(systemId, madeAt);
        return ok({ path: file, name, bytes, [Symbol.asyncDispose]: () => remove(file) });
      }),
    writeTo: (file, passphrase) => alone('backup', async () => ok(await write(file, passphrase))),
    upload: async (at, piece) => {
      const refused = refuseRestore();
      if (refused !== undefined) return refused;
      return alone('restore', async () => {
        const size = at === 0 ? 0 : (statSync(upload, { throwIfNoEntry: false })?.size ?? -1);
        if (at !== size) return unusable({ reason: 'pieces-in-order' });
        changes = undefined;
        const most = Math.min(uploadPiece, limits.backupBytes - at);
        let bytes = 0;
        const limited = async function* () {
          for await (const chunk of piece) {
            bytes += chunk.length;
            if (bytes <= most) yield chunk;
            // The rest is read so that the client can read the refusal.
            else if (bytes > most + uploadPiece) return;
          }
        };
        await pipeline(limited, createWriteStream(upload, { flags: at === 0 ? 'w' : 'a', mode: 0o600 }));
        if (bytes <= most) return ok(undefined);
        await remove(upload);
        return refuse('too-large', {
          facts: { most: bytes > uploadPiece ? uploadPiece : limits.backupBytes },
        });
      });
    },
    open: async (passphrase) => {
      const refused = refuseRestore();
      if (refused !== undefined) return refused;
      return alone('restore', async () => {
        if (!existsSync(upload)) return unusable({ reason: 'nothing-uploaded' });
        changes = undefined;
        await remove(opened);
        makeFolder(opened, 0o700);
        const read = await readBackup(upload, { folder: opened, passphrase, most: limits.backupBytes });
        const found = read.ok ? findChanges({ folder, db }, opened, read.value) : read;
        if (found.ok) changes = found.value;
        else await remove(opened);
        return found;
      });
    },
    restore: (madeAt) => {
      const refused = refuseRestore();
      if (refused !== undefined) return refused;
      if (changes?.madeAt !== madeAt) return unusable({ reason: 'not-opened' });
      return decide('opened', `restarts with the backup of ${new Date(madeAt).toISOString()}`);
    },
    undo: (at) => {
      const refused = refuseRestore();
      if (refused !== undefined) return refused;
      if (replacedAt() !== at) return unavailable('restore', { reason: 'nothing-replaced' });
      return decide('replaced', 'restarts with the data that the last restore replaced');
    },
  };
}

import { chmodSync, closeSync, existsSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';

const ownerOnly = { folder: 0o700, file: 0o600 };

/** The reasons why the mode of a file cannot be changed: another user owns it, or its file system has no modes. */
const untouchable = new Set(['EPERM', 'ENOTSUP', 'EROFS']);

const setMode = (path: string, mode: number): void => {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!untouchable.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
};

/** Removes the rights of others, but adds none for the owner, because a read-only file is read-only on purpose. */
const tighten = (path: string, { mode }: { mode: number }, allowed: number): void => {
  if ((mode & 0o777 & ~allowed) !== 0) setMode(path, mode & allowed);
};

/**
 * Creates a folder for data that only its owner may read (0700), regardless of the umask. If the folder exists, the
 * files that begin with one of `names` (for example `store.sqlite-wal` for `store.sqlite`) get 0600, and the folder
 * gets 0700 if it has such a file or is empty. The mode of any other folder, such as `/tmp`, does not change. Throws
 * the errors of `makeFolder`.
 */
export function openPrivateFolder(folder: string, names: readonly string[]): void {
  const isNew = !existsSync(folder);
  makeFolder(folder, ownerOnly.folder);
  if (isNew) setMode(folder, ownerOnly.folder);
  const files = readdirSync(folder);
  const own = files.filter((file) => names.some((name) => file.startsWith(name)));
  for (const file of own) {
    const path = join(folder, file);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile()) tighten(path, found, ownerOnly.file);
  }
  const found = statSync(folder);
  const isShared = (found.mode & 0o1000) !== 0;
  if (!isShared && (own.length > 0 || files.length === 0)) tighten(folder, found, ownerOnly.folder);
}

/**
 * Creates an empty file that only its owner may read and write (0600), regardless of the umask; leaves an existing file
 * unchanged. SQLite treats an empty file as a new database, and gives its `-wal`, `-shm` and `-journal` the same mode
 * (https://www.sqlite.org/tempfiles.html).
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', ownerOnly.file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  setMode(path, ownerOnly.file);
}

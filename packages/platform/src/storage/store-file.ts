import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from './private-folder.ts';

/** The facts of a store that a failed copy left behind, for `store-empty` of `folderFailures`. */
export interface EmptyStore {
  readonly file: string;
  readonly state: 'empty' | 'missing';
  /** Names of other files in its folder, at most three. */
  readonly others: string;
}

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;

const filesOf = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const draftOf = (name: string) => `${name}.draft-`;

/**
 * Returns the facts of a store that is empty although its folder has other files, or of a log without its store.
 * `createStoreFile` leaves neither behind. SQLite would take both for a new database, and might mix it with the log.
 * `besides` are the beginnings of names that do not count.
 */
export function findEmptyStore(file: string, besides: readonly string[]): EmptyStore | undefined {
  const size = sizeOf(file);
  if (size !== undefined && size > 0) return undefined;
  const [folder, name] = [dirname(file), basename(file)];
  const logs = [`${name}-wal`, `${name}-journal`];
  const ours = [draftOf(name), ...besides];
  const others = filesOf(folder).filter((other) => {
    if (other === name || ours.some((one) => other.startsWith(one))) return false;
    return logs.includes(other) ? sizeOf(join(folder, other)) !== 0 : size === 0;
  });
  if (others.length === 0) return undefined;
  const named = others.toSorted().slice(0, 3).join(', ');
  return { file, state: size === undefined ? 'missing' : 'empty', others: named };
}

/** The errors of a file system without hard links. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']);

/** Gives a draft its final name, unless another process did so before. */
const publish = (draft: string, file: string): void => {
  try {
    linkSync(draft, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (noLinks.has(code) && !existsSync(file)) renameSync(draft, file);
    else if (!existsSync(file)) throw error;
  }
};

/**
 * Creates a database file without tables, with its application id, that only its owner may read; leaves an existing file
 * unchanged. The file appears whole, so an empty one is never the rest of a start that was killed.
 */
export function createStoreFile(file: string, applicationId: number): void {
  if (existsSync(file)) return;
  const draft = `${draftOf(file)}${process.pid}`;
  // In a container, a killed process had the same id.
  for (const one of [draft, `${draft}-journal`]) rmSync(one, { force: true });
  createPrivateFile(draft);
  try {
    const db = new DatabaseSync(draft);
    try {
      db.exec(`PRAGMA application_id=${applicationId}`);
    } finally {
      db.close();
    }
    publish(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes the drafts of processes that were killed. Call it after the store is locked. */
export function removeDrafts(file: string): void {
  const folder = dirname(file);
  for (const name of filesOf(folder))
    if (name.startsWith(draftOf(basename(file)))) rmSync(join(folder, name), { force: true });
}

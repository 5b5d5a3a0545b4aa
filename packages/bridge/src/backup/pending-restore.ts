import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInUse, makeFolder } from '@plenum/platform';
import { bridgeFailures } from '../bridge-failures.ts';
import { dataFiles } from '../store/data-files.ts';

/**
 * Names in a data folder that a restore uses. A backup is uploaded and then decrypted into `opened`; `made` has backups
 * that are being downloaded. Renaming `opened` to `ready` decides the restore. A start then moves the data to
 * `replaced`, renames `ready` to `moving`, and moves its content to the data folder. A start that was killed is
 * continued by the next one, so no bridge ever sees a mixture. `unproven` exists until a bridge has started with the
 * restored data; until then `replaced` is the only data that is known to work.
 */
const names = {
  upload: 'restore.upload',
  copy: 'backup.partial',
  made: 'backup.made',
  opened: 'restore.opened',
  ready: 'restore.ready',
  moving: 'restore.moving',
  replaced: 'restore.replaced',
  unproven: 'restore.unproven',
} as const;

export const restorePath = (folder: string, name: keyof typeof names): string => join(folder, names[name]);

const remove = (path: string) => rmSync(path, { recursive: true, force: true });

/** The files of a bridge; the store has a log if the bridge was killed. */
const ownNames = [
  ...['-wal', '-shm', '-journal', ''].map((end) => `${dataFiles.store}${end}`),
  dataFiles.key,
  'matter',
];

/** Renames everything in a folder into another one. */
const moveAll = (from: string, to: string, moved: readonly string[], rename: typeof renameSync) => {
  for (const name of moved) if (existsSync(join(from, name))) rename(join(from, name), join(to, name));
};

/** True if a bridge uses a store. One that cannot be opened is in use by none. */
const isBusy = (store: string): boolean => {
  try {
    return isInUse(store);
  } catch {
    return false;
  }
};

/** Decides to use the data in `from` (`opened` or `replaced`) at the next start. */
export function decideRestore(folder: string, from: 'opened' | 'replaced'): void {
  if (from === 'opened') remove(restorePath(folder, 'replaced'));
  renameSync(restorePath(folder, from), restorePath(folder, 'ready'));
}

/**
 * Uses the data of a restore that was decided, if there is one; otherwise removes what a restore or a backup left
 * behind. Call before the store is opened; `rename` is replaced in tests. Throws `folder-in-use` of `bridgeFailures` if
 * a bridge uses the data.
 */
export function finishRestore(folder: string, rename = renameSync): void {
  const path = (name: keyof typeof names) => restorePath(folder, name);
  const [ready, moving, replaced, unproven] = [
    path('ready'),
    path('moving'),
    path('replaced'),
    path('unproven'),
  ];
  if (!existsSync(folder)) return;
  const store = join(folder, dataFiles.store);
  const isDecided = existsSync(ready) || existsSync(moving);
  const left = readdirSync(folder).filter((name) => (Object.values(names) as string[]).includes(name));
  if (left.length === 0) return;
  if (existsSync(store) && isBusy(store)) throw bridgeFailures.error('folder-in-use', { folder });
  if (isDecided) writeFileSync(unproven, '');
  if (existsSync(ready)) {
    if (!existsSync(replaced)) makeFolder(replaced, 0o700);
    moveAll(folder, replaced, ownNames, rename);
    rename(ready, moving);
  }
  if (existsSync(moving)) {
    moveAll(moving, folder, readdirSync(moving), rename);
    rmdirSync(moving);
  }
  for (const name of ['upload', 'copy', 'made', 'opened'] as const) remove(path(name));
  if (!isDecided && !existsSync(unproven)) remove(replaced);
}

/** Remembers that a bridge has started with the data in a folder. */
export function proveRestore(folder: string): void {
  remove(restorePath(folder, 'unproven'));
}

/** Returns to the data that the last restore replaced, if there is any. Call while no bridge runs. */
export function revertRestore(folder: string): boolean {
  const replaced = restorePath(folder, 'replaced');
  if (!existsSync(replaced)) return false;
  decideRestore(folder, 'replaced');
  finishRestore(folder);
  remove(replaced);
  return true;
}

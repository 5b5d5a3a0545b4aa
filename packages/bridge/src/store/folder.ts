import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { BridgeFailure } from '../failure/failure.ts';
import type { FailureCode } from '../failure/table.ts';

const codes: Readonly<Record<string, FailureCode>> = {
  EEXIST: 'folder-not-a-folder',
  ENOTDIR: 'folder-not-a-folder',
  EACCES: 'folder-read-only',
  EPERM: 'folder-read-only',
  EROFS: 'folder-read-only',
  ENOSPC: 'folder-full',
};

/**
 * Makes a folder and those above it. Not `mkdir` with `recursive`: where a file system knows no new folders and says
 * ENOENT (`/proc`), Node 24 tries for ever, and no signal ends it.
 */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) {
    if (statSync(folder).isDirectory()) return;
    throw Object.assign(new Error('it is a file'), { code: 'EEXIST' });
  }
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  mkdirSync(folder);
};

/** Makes the data folder where it is missing, and finds out by trying whether it can be written to. */
export const openFolder = (folder: string): void => {
  try {
    makeFolder(resolve(folder));
    const probe = join(folder, `.probe-${process.pid}`);
    closeSync(openSync(probe, 'w'));
    rmSync(probe);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new BridgeFailure(codes[code] ?? 'folder-unusable', { folder, why: message }, error);
  }
};

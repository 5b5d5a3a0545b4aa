import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@plenum/machine';
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

/** Makes the data folder where it is missing, and finds out by trying whether it can be written to. */
export const openFolder = (folder: string): void => {
  try {
    makeFolder(folder);
    const probe = join(folder, `.probe-${process.pid}`);
    closeSync(openSync(probe, 'w'));
    rmSync(probe);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new BridgeFailure(codes[code] ?? 'folder-unusable', { folder, why: message }, error);
  }
};

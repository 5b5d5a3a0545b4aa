import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@plenum/machine';
import type { BridgeFailureCode } from '../failure/failure.ts';
import { bridgeFailures } from '../failure/failure.ts';

const codes: Readonly<Record<string, BridgeFailureCode>> = {
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
    throw bridgeFailures.error(codes[code] ?? 'folder-unusable', { folder, why: message }, error);
  }
};

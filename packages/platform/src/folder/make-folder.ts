import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its parents; does nothing where it exists. Throws what `mkdir` throws, and EEXIST where a
 * file has its name. A `mode` is for the folder alone, not for its parents.
 *
 * Not `mkdir` with `recursive`: where a file system allows no new folders and answers ENOENT (`/proc`), Node 24 retries
 * for ever, and no signal ends it.
 */
export const makeFolder = (folder: string, mode?: number): void => {
  const path = resolve(folder);
  if (existsSync(path) && statSync(path).isDirectory()) return;
  const above = dirname(path);
  if (!existsSync(above)) makeFolder(above);
  mkdirSync(path, { mode });
};

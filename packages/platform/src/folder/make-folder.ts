import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its parents; does nothing if it exists. Throws what `mkdir` throws, and EEXIST if a file has its
 * name. A `mode` applies to the folder only, not to its parents.
 * Does not use `mkdir` with `recursive`: if a file system allows no new folders and answers ENOENT (`/proc`), Node 24
 * retries forever, and no signal ends it.
 */
export const makeFolder = (folder: string, mode?: number): void => {
  const path = resolve(folder);
  if (existsSync(path) && statSync(path).isDirectory()) return;
  const above = dirname(path);
  if (!existsSync(above)) makeFolder(above);
  mkdirSync(path, { mode });
};

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it; does nothing where it is there. Throws what `mkdir` throws, and EEXIST where a
 * file has its name.
 *
 * Not `mkdir` with `recursive`: where a file system knows no new folders and says ENOENT (`/proc`), Node 24 tries for
 * ever, and no signal ends it.
 */
export const makeFolder = (folder: string): void => {
  const path = resolve(folder);
  if (existsSync(path) && statSync(path).isDirectory()) return;
  const above = dirname(path);
  if (!existsSync(above)) makeFolder(above);
  mkdirSync(path);
};

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its parents; does nothing if it exists. Throws the errors of `mkdir`, and EEXIST if a file has
 * its name. A `mode` applies only to the folder, not to its parents. Does not use `mkdir` with `recursive`, because
 * with Node 24 it retries forever, and no signal ends it, if a file system returns ENOENT for new folders (`/proc`).
 */
export function makeFolder(folder: string, mode?: number): void {
  const path = resolve(folder);
  if (existsSync(path) && statSync(path).isDirectory()) return;
  const above = dirname(path);
  if (!existsSync(above)) makeFolder(above);
  mkdirSync(path, { mode });
}

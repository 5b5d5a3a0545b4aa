import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { storeFile } from '@plenum/cloud';
import type { Io } from '../../io/io.ts';
import { defaultStoreFolder } from '../../option/store-options.ts';

/** Returns the folder of a cloud's store: the folder itself, or `cloud` in it, where `plenum start` creates it. */
const findIn = (folder: string): string | undefined =>
  [folder, join(folder, 'cloud')].find((each) => existsSync(storeFile(each)));

/**
 * Returns the stores that `plenum cloud` and `plenum start` created next to each other in `data`, that of `plenum
 * cloud` first.
 */
const findMade = (): readonly string[] => {
  if (!existsSync('data')) return [];
  const others = readdirSync('data').map((name) => findIn(join('data', name)));
  const found = [findIn(defaultStoreFolder), ...others.sort()];
  return [...new Set(found.filter((folder) => folder !== undefined))];
};

/**
 * Returns the folder of the store to read: the named one, or that of a cloud that was started here. If there are
 * several, the first is read, and a line on standard error names the others.
 */
export const findStore = (named: string | undefined, io: Io): string => {
  if (named !== undefined) return findIn(named) ?? named;
  const [first, ...others] = findMade();
  if (others.length > 0)
    io.err(`This is the log of ${first}; use --data for that of ${others.join(' or ')}.`);
  return first ?? defaultStoreFolder;
};

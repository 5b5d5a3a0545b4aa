import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { storeFile } from '@plenum/cloud';
import type { Io } from '../../io/io.ts';
import { defaultStoreFolder } from '../../option/store-options.ts';

/** The folder of a cloud's store: the folder itself, or `cloud` in it, where `plenum start` makes it. */
const findIn = (folder: string): string | undefined =>
  [folder, join(folder, 'cloud')].find((each) => existsSync(storeFile(each)));

/** The stores that `plenum cloud` and `plenum start` made beside each other in `data`, that of `plenum cloud` first. */
const findMade = (): readonly string[] => {
  if (!existsSync('data')) return [];
  const others = readdirSync('data').map((name) => findIn(join('data', name)));
  const found = [findIn(defaultStoreFolder), ...others.sort()];
  return [...new Set(found.filter((folder) => folder !== undefined))];
};

/**
 * The folder of the store to read: the one that was named, or a cloud that was started here. Where there are several,
 * the first is read, and a line on standard error names the others.
 */
export const findStore = (named: string | undefined, io: Io): string => {
  if (named !== undefined) return findIn(named) ?? named;
  const [first, ...others] = findMade();
  if (others.length > 0)
    io.err(`This is the log of ${first}; --data reads that of ${others.join(' or ')} instead.`);
  return first ?? defaultStoreFolder;
};

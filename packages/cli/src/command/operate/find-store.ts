import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { storeFile } from '@plenum/cloud';
import type { Io } from '../../io/io.ts';
import { defaultStoreFolder } from '../../option/store-options.ts';

/** Returns the folder of a cloud's store: the given folder, or its subfolder `cloud`, which `plenum start` creates. */
const findIn = (folder: string): string | undefined =>
  [folder, join(folder, 'cloud')].find((each) => existsSync(storeFile(each)));

/** Returns the stores in `data`: first the store of `plenum cloud`, then the store of `plenum start`. */
const findMade = (): readonly string[] => {
  if (!existsSync('data')) return [];
  const others = readdirSync('data').map((name) => findIn(join('data', name)));
  const found = [findIn(defaultStoreFolder), ...others.sort()];
  return [...new Set(found.filter((folder) => folder !== undefined))];
};

/**
 * Returns the folder of the store to read: the given one, or the store of a cloud that was started in this folder. If
 * there are several, returns the first and lists the others on standard error.
 */
export function findStore(named: string | undefined, io: Io): string {
  if (named !== undefined) return findIn(named) ?? named;
  const [first, ...others] = findMade();
  if (others.length > 0)
    io.err(`This is the log of ${first}; use --data for that of ${others.join(' or ')}.`);
  return first ?? defaultStoreFolder;
}

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { nearest } from '@plenum/protocol/command';
import { type Result, toSentence } from '@plenum/protocol/refusal';
import { type HouseFile, houseNames, readHouse, readShippedHouse } from '@plenum/simulator';
import { bridgeFailures } from '../failure/failure.ts';

const whyUnreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'no permission to read it',
};

/** True if what a user typed is the path of a file rather than a name. */
export const isFile = (typed: string): boolean => /[./\\]/.test(typed);

/** Reads a text file that a user named, also one compressed with gzip. Throws `file-unreadable` of `bridgeFailures`. */
export function readTextFile(file: string): string {
  try {
    return file.endsWith('.gz') ? gunzipSync(readFileSync(file)).toString() : readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw bridgeFailures.error('file-unreadable', { file, why: whyUnreadable[code] ?? message }, error);
  }
}

/** Returns what was read from a file. Throws `file-refused` of `bridgeFailures`. */
export function orRefuseFile<T>(result: Result<T>, file: string): T {
  if (result.ok) return result.value;
  throw bridgeFailures.error('file-refused', { file, why: toSentence(result.refusal) });
}

const readHouseFile = (typed: string): HouseFile => {
  const shipped = houseNames.find((name) => name === typed);
  if (shipped !== undefined) return orRefuseFile(readShippedHouse(shipped), typed);
  if (isFile(typed)) return orRefuseFile(readHouse(readTextFile(typed), typed), typed);
  throw bridgeFailures.error('no-such-house', {
    typed,
    names: houseNames.join(', '),
    meant: nearest(typed, houseNames),
  });
};

/**
 * Opens a shipped house by name, or a house file by its path, with the weather file next to it. Throws one of
 * `bridgeFailures`.
 */
export function openHouseFile(typed: string): {
  readonly file: HouseFile;
  readonly weatherFile: string | undefined;
} {
  const file = readHouseFile(typed);
  const weather = file.climate?.csv ?? file.climate?.epw;
  return {
    file,
    weatherFile: weather === undefined ? undefined : readTextFile(join(dirname(typed), weather)),
  };
}

import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { nearest } from '@plenum/protocol/command';
import { type Result, toSentence } from '@plenum/protocol/refusal';
import { type HouseFile, houseNames, readHouse, readShippedHouse } from '@plenum/simulator';
import { bridgeFailures } from '../bridge-failures.ts';

const whyUnreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'no permission to read it',
};

/** True if what a user typed is the path of a file rather than a name. */
export const isFile = (typed: string): boolean => /[./\\]/.test(typed);

const MEGABYTE = 1_000_000;
/** Most bytes of a weather file: a year in steps of a minute. Other files have at most 2 MB. */
const MOST_WEATHER = 64 * MEGABYTE;
const MOST = 2 * MEGABYTE;

const readWithin = (file: string, most: number): string => {
  const tooLarge = (cause?: unknown) =>
    bridgeFailures.error(
      'file-unreadable',
      { file, why: `it has more than ${most / MEGABYTE} MB, the most for such a file` },
      cause,
    );
  if (statSync(file).size > most) throw tooLarge();
  const bytes = readFileSync(file);
  try {
    return (file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: most }) : bytes).toString();
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(error) : error;
  }
};

/**
 * Reads a text file that a user named, also one compressed with gzip, of at most 2 MB unless `most` says otherwise. Throws
 * `file-unreadable` of `bridgeFailures`.
 */
export function readTextFile(file: string, most: number = MOST): string {
  try {
    return readWithin(file, most);
  } catch (error) {
    if (bridgeFailures.is(error)) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw bridgeFailures.error('file-unreadable', { file, why: whyUnreadable[code] ?? message }, error);
  }
}

/** Returns what was read from a file. Throws `file-refused` of `bridgeFailures`. */
export function orRefuseFile<T>(result: Result<T>, file: string): T {
  if (result.ok) return result.value;
  throw bridgeFailures.error('file-refused', { file, why: toSentence(result.refusal) });
}

/** Calls a function that throws a RangeError if the weather of a house is wrong. Throws `file-refused` instead. */
export function orRefuseWeather<T>({ climate = {} }: HouseFile, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const file = climate.csv ?? climate.epw;
    if (!(error instanceof RangeError) || file === undefined) throw error;
    throw bridgeFailures.error('file-refused', { file, why: error.message }, error);
  }
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
    weatherFile:
      weather === undefined ? undefined : readTextFile(join(dirname(typed), weather), MOST_WEATHER),
  };
}

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type HouseToRun, isLocalTime, toHouseToRun } from '@plenum/bridge';
import { nearest } from '@plenum/protocol/command';
import { type Dialect, dialects } from '@plenum/protocol/dialect';
import { readDialect } from '@plenum/protocol/dialect-file';
import { type Result, toSentence } from '@plenum/protocol/refusal';
import { type HouseFile, houseNames, readHouse, readShippedHouse } from '@plenum/simulator';
import { failed, wrongUsage } from '../../failure.ts';

const whyUnreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'no permission to read it',
};

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw failed(`${file} cannot be read: ${whyUnreadable[code] ?? message}.`);
  }
};

const orFail = <T>(result: Result<T>, file: string): T => {
  if (result.ok) return result.value;
  const sentence = toSentence(result.refusal);
  throw failed(sentence.startsWith(file) ? sentence : `${file}: ${sentence}`);
};

const isFile = (typed: string) => /[./\\]/.test(typed);

const readFile = (typed: string): HouseFile => {
  const shipped = houseNames.find((name) => name === typed);
  if (shipped !== undefined) return orFail(readShippedHouse(shipped), typed);
  if (isFile(typed)) return orFail(readHouse(readText(typed), typed), typed);
  const meant = nearest(typed, houseNames);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  throw failed(
    `There is no house ${JSON.stringify(typed)}; there are ${houseNames.join(', ')}, or a file.${hint}`,
  );
};

/** Opens a shipped house by its name, or a house file together with the weather file next to it. */
export const readHouseToRun = (
  typed: string,
  { seed, houseTime = 'now' }: { seed?: number | undefined; houseTime?: string | undefined },
): HouseToRun => {
  const startsAt = houseTime === 'now' ? undefined : houseTime;
  if (startsAt !== undefined && !isLocalTime(startsAt))
    throw wrongUsage(
      `--house-time: ${JSON.stringify(startsAt)} is not a local time such as 2026-01-31T08:30.`,
    );
  const file = readFile(typed);
  const csv = file.climate?.csv;
  const weatherCsv = csv === undefined ? undefined : readText(join(dirname(typed), csv));
  return toHouseToRun(file, { seed, weatherCsv, startsAt });
};

/** Opens a dialect by name or from a JSON file. */
export const openDialect = (typed: string): Dialect => {
  const shipped = dialects.find(({ name }) => name === typed);
  if (shipped !== undefined) return shipped;
  if (isFile(typed)) return orFail(readDialect(readText(typed)), typed);
  const names = dialects.map(({ name }) => name).join(', ');
  throw failed(`There is no dialect ${JSON.stringify(typed)}; there are ${names}, or a JSON file.`);
};

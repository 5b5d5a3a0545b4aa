import {
  type HouseToRun,
  isFile,
  isLocalTime,
  openHouseFile,
  orRefuseFile,
  readTextFile,
  toHouseToRun,
} from '@plenum/bridge';
import { type Dialect, dialects } from '@plenum/protocol/dialect';
import { readDialect } from '@plenum/protocol/dialect-file';
import { failed, wrongUsage } from '../../failure.ts';

/** Opens a shipped house by its name, or a house file together with the weather file next to it. */
export function readHouseToRun(
  typed: string,
  { seed, houseTime = 'now' }: { seed?: number | undefined; houseTime?: string | undefined },
): HouseToRun {
  const startsAt = houseTime === 'now' ? undefined : houseTime;
  if (startsAt !== undefined && !isLocalTime(startsAt))
    throw wrongUsage(
      `--house-time: ${JSON.stringify(startsAt)} is not a local time such as 2026-01-31T08:30.`,
    );
  const { file, weatherFile } = openHouseFile(typed);
  return toHouseToRun(file, { seed, weatherFile, startsAt });
}

/** Opens a dialect by name or from a JSON file. */
export function openDialect(typed: string): Dialect {
  const shipped = dialects.find(({ name }) => name === typed);
  if (shipped !== undefined) return shipped;
  if (isFile(typed)) return orRefuseFile(readDialect(readTextFile(typed)), typed);
  const names = dialects.map(({ name }) => name).join(', ');
  throw failed(`There is no dialect ${JSON.stringify(typed)}; there are ${names}, or a JSON file.`);
}

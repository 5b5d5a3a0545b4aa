import { parseDateTime, toZoned } from '@internationalized/date';
import { createSimulator, type HouseFile, type Simulator } from '@plenum/simulator';
import { orRefuseWeather } from './open-house-file.ts';

/** A house that a bridge can simulate. */
export interface HouseToRun {
  readonly name: string;
  readonly simulator: Simulator;
  /** The 9-digit id of its bridge, if the house file contains one. */
  readonly systemId?: string | undefined;
  /** Its location in degrees north and east. */
  readonly place?: { readonly latitude: number; readonly longitude: number } | undefined;
  /** Names of its rooms; a stored state fits only these rooms. */
  readonly rooms: readonly string[];
  /** Time that is simulated and recorded before the first start of the bridge, in ms; 0 by default. */
  readonly past?: number | undefined;
  /** Time of its clock at the first start of the bridge, ms UTC; by default that of the machine. */
  readonly startsAt?: number | undefined;
}

/**
 * Long enough for the walls to reach a steady temperature in the weather of the house, and for every favourite to have
 * run.
 */
const defaultPast = 2 * 86_400_000;

/** True if a text is a local date and time to the minute, such as `2026-01-31T08:30`, from 1971 to 2100. */
export function isLocalTime(text: string): boolean {
  if (!/^(19[7-9]\d|20\d\d|2100)-\d\d-\d\dT\d\d:\d\d$/.test(text) || text < '1971') return false;
  try {
    return parseDateTime(text) !== undefined;
  } catch {
    return false;
  }
}

export interface HouseChanges {
  /** Replaces the seed of the house file. */
  readonly seed?: number | undefined;
  /** Content of its weather file. */
  readonly weatherFile?: string | undefined;
  /** Local date and time at which a new house begins, such as `2026-01-31T08:30`; now by default. */
  readonly startsAt?: string | undefined;
}

/**
 * Creates the house of a checked house file. Throws `file-refused` of `bridgeFailures` if its weather file is wrong, and
 * another error if `startsAt` is not a date and time.
 */
export const toHouseToRun = (
  file: HouseFile,
  { seed, weatherFile, startsAt }: HouseChanges = {},
): HouseToRun => ({
  name: file.name,
  simulator: orRefuseWeather(file, () =>
    createSimulator(seed === undefined ? file : { ...file, seed }, weatherFile),
  ),
  systemId: file.systemId,
  place: file.place,
  rooms: file.rooms.map(({ name }) => name),
  past: defaultPast,
  startsAt:
    startsAt === undefined
      ? undefined
      : toZoned(parseDateTime(startsAt), file.place.timeZone).toDate().getTime(),
});

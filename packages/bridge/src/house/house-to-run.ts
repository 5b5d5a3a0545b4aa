import { parseDateTime, toZoned } from '@internationalized/date';
import { createSimulator, type HouseFile, type Simulator } from '@plenum/simulator';

/** A house that a bridge can simulate. */
export interface HouseToRun {
  readonly name: string;
  readonly simulator: Simulator;
  /** The 9-digit id of its bridge, where the house file gives one. */
  readonly systemId?: string | undefined;
  /** Names of its rooms: a stored state of other rooms does not fit. */
  readonly rooms: readonly string[];
  /** Milliseconds that are simulated and recorded before the first start of its bridge; none by default. */
  readonly past?: number | undefined;
  /** The instant that its clock shows at the first start of its bridge, ms UTC; that of the machine by default. */
  readonly startsAt?: number | undefined;
}

/** Long enough for walls to have the temperature they have in such weather, and for every favourite to have run. */
const defaultPast = 2 * 86_400_000;

/** Whether a text is a date and time of a local clock to the minute, such as `2026-01-31T08:30`, from 1971 to 2100. */
export const isLocalTime = (text: string): boolean => {
  if (!/^(19[7-9]\d|20\d\d|2100)-\d\d-\d\dT\d\d:\d\d$/.test(text) || text < '1971') return false;
  try {
    return parseDateTime(text) !== undefined;
  } catch {
    return false;
  }
};

export interface HouseChanges {
  /** Replaces the seed of the house file. */
  readonly seed?: number | undefined;
  /** The text of its weather file. */
  readonly weatherCsv?: string | undefined;
  /** The local date and time at which a new house begins, such as `2026-01-31T08:30`; now by default. */
  readonly startsAt?: string | undefined;
}

/** The house of a checked house file. Throws for a `startsAt` that is no date and time. */
export const toHouseToRun = (
  file: HouseFile,
  { seed, weatherCsv, startsAt }: HouseChanges = {},
): HouseToRun => ({
  name: file.name,
  simulator: createSimulator(seed === undefined ? file : { ...file, seed }, weatherCsv),
  systemId: file.systemId,
  rooms: file.rooms.map(({ name }) => name),
  past: defaultPast,
  startsAt:
    startsAt === undefined
      ? undefined
      : toZoned(parseDateTime(startsAt), file.place.timeZone).toDate().getTime(),
});

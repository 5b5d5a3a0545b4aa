import { tableOf, type Weekday, weekdays } from '@plenum/protocol/field';
import { readTime } from '../house-schema/fields.ts';

/** The hour and the minute that switch a start or stop off (interface 2.4; in 2.6 any value beyond the day does). */
const NO_HOUR = 31;
const NO_MINUTE = 63;

/** The times of a favourite in a house file. */
interface FavouriteFile {
  readonly name: string;
  readonly enabled?: boolean;
  readonly start?: string;
  readonly stop?: string;
  readonly days?: readonly Weekday[];
}

const unused: FavouriteFile = { name: '', enabled: false };

/**
 * Creates the common part of split and VRF favourites. A favourite that the house file omits is unused and has no name.
 */
export function createFavourite(index: number, file: FavouriteFile = unused) {
  const start = file.start === undefined ? undefined : readTime(file.start);
  const stop = file.stop === undefined ? undefined : readTime(file.stop);
  return {
    Index: index,
    Name: file.name,
    StartH: start?.hour ?? NO_HOUR,
    StartM: start?.minute ?? NO_MINUTE,
    StopH: stop?.hour ?? NO_HOUR,
    StopM: stop?.minute ?? NO_MINUTE,
    Enabled: file.enabled === true ? 1 : 0,
    DaysEnabled: tableOf(weekdays, (day) => (file.days === undefined || file.days.includes(day) ? 1 : 0)),
  };
}

/** Settings of one unit in a favourite: index, on, mode, fan, setpoint, swing (interface 2.6). */
export type FavouriteUnit = readonly [
  index: number,
  on: number,
  mode: number,
  fan: number,
  setpoint: number,
  swing: number,
];

/** Returns an entry of a favourite from its six numbers on the wire. */
export const toFavouriteUnit = (entry: readonly number[]): FavouriteUnit => entry as FavouriteUnit;

/**
 * Returns the entries of a favourite in order of index, including the given one, which replaces an earlier entry for
 * the same unit. Returns the same array if nothing changes.
 */
export function withUnit(
  entries: readonly (readonly number[])[],
  unit: FavouriteUnit,
): readonly (readonly number[])[] {
  const before = entries.find(([index]) => index === unit[0]);
  if (before?.every((value, place) => value === unit[place])) return entries;
  return [...withoutUnit(entries, unit[0]), unit].sort((a, b) => a[0]! - b[0]!);
}

/** Returns the entries of a favourite without the entry of a unit. Returns the same array if there is none. */
export const withoutUnit = (
  entries: readonly (readonly number[])[],
  index: number,
): readonly (readonly number[])[] =>
  entries.some((entry) => entry[0] === index) ? entries.filter((entry) => entry[0] !== index) : entries;

type Days = Readonly<Record<Weekday, number>>;

/** Returns the days after a change, or the same object if they are equal. */
export const reuseDays = (before: Days, after: Days): Days =>
  weekdays.every((day) => before[day] === after[day]) ? before : after;

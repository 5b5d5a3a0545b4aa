import { isHoliday, minutesInDay, type SetException, toDay } from '@plenum/protocol/schedule';
import type { Calendar } from './calendar.ts';
import {
  type ExceptionsAt,
  type FavouriteEvent,
  type FavouriteTimes,
  findDueFavourites,
  isFreeDay,
} from './favourite-times.ts';

/** The start or stop of a favourite, and its time in ms UTC. */
interface ComingEvent extends FavouriteEvent {
  readonly at: number;
}

/** Favourites of a kind, with their exceptions. */
export interface Favourites {
  readonly times: readonly FavouriteTimes[];
  readonly exceptionsAt: ExceptionsAt | undefined;
}

/**
 * Number of days in which every favourite starts and stops: the seven weekdays, and one more for a run over midnight.
 */
const days = 8;
const dayLength = minutesInDay * 60_000;

/**
 * Returns the last local day, in days since 1970-01-01, on which the favourites may depend on more than the weekday.
 */
const lastDayOf = ({ times, exceptionsAt }: Favourites): number => {
  const all = times.flatMap((_, place): readonly SetException[] => exceptionsAt?.(place) ?? []);
  return Math.max(0, ...all.map((one) => toDay(isHoliday(one) ? one.until : one.date)));
};

/** Returns the first start or stop after a time (ms UTC) that `concerns` accepts, or undefined if there is none. */
export function findNextFavourite(
  favourites: Favourites,
  { calendar, at }: { readonly calendar: Calendar; readonly at: number },
  concerns: (event: FavouriteEvent) => boolean,
): ComingEvent | undefined {
  const { times, exceptionsAt } = favourites;
  const last = Math.max(0, lastDayOf(favourites) - calendar.civil(at).day) + days;
  for (let later = 0; later < last; later++) {
    const from = at + later * dayLength;
    const { day } = calendar.civil(from);
    // A period of 24 hours overlaps two local days, and a run that began the day before may stop in it.
    if ([day - 1, day, day + 1, day + 2].every((each) => isFreeDay(times, exceptionsAt, each))) continue;
    for (const minute of calendar.minutesBetween(from, from + dayLength)) {
      const found = findDueFavourites(times, [minute], exceptionsAt).find(concerns);
      if (found !== undefined) return { ...found, at: minute.at };
    }
  }
  return undefined;
}

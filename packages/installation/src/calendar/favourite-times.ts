import { type Weekday, weekdays } from '@plenum/protocol/field';
import type { CivilMinute } from './calendar.ts';

/** What the times of a favourite are read from: a ducted, split or VRF favourite as its clients see it. */
export interface FavouriteTimes {
  readonly Name: string;
  readonly Enabled: number;
  readonly StartH: number;
  readonly StartM: number;
  readonly StopH: number;
  readonly StopM: number;
  readonly DaysEnabled: Readonly<Record<Weekday, number>>;
}

/** A favourite, by its place in the list, that starts or stops. */
export interface FavouriteEvent {
  readonly place: number;
  readonly event: 'start' | 'stop';
}

const none: readonly FavouriteEvent[] = [];
const dayBefore = Object.fromEntries(
  weekdays.map((day, place) => [day, weekdays[(place + 6) % 7]!]),
) as Record<Weekday, Weekday>;

/** The minute of the day, or -1 where the hour or the minute switches that end off (interface 2.4, 2.6). */
const toMinute = (hour: number, minute: number): number =>
  hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 ? hour * 60 + minute : -1;

const startsIn = (favourite: FavouriteTimes, { weekday, minute }: CivilMinute): boolean =>
  minute === toMinute(favourite.StartH, favourite.StartM) && favourite.DaysEnabled[weekday] === 1;

const stopsIn = (favourite: FavouriteTimes, { weekday, minute }: CivilMinute): boolean => {
  if (minute !== toMinute(favourite.StopH, favourite.StopM)) return false;
  const startDay = minute <= toMinute(favourite.StartH, favourite.StartM) ? dayBefore[weekday] : weekday;
  return favourite.DaysEnabled[startDay] === 1;
};

/**
 * The favourites that start or stop within the minutes that began, in the order of the minutes; of one minute those
 * that stop first, so that one favourite may take over from another.
 *
 * The days of a favourite are those on which it starts. One that stops at or before the time it starts runs over
 * midnight: its stop belongs to the day after, whether that day is enabled or not. One that is disabled, or unused
 * (an empty name), does nothing by time.
 */
export const findDueFavourites = (
  favourites: readonly FavouriteTimes[],
  minutes: readonly CivilMinute[],
): readonly FavouriteEvent[] => {
  if (minutes.length === 0) return none;
  let due: FavouriteEvent[] | undefined;
  for (const minute of minutes) {
    for (const event of ['stop', 'start'] as const) {
      const isDue = event === 'start' ? startsIn : stopsIn;
      for (let place = 0; place < favourites.length; place++) {
        const favourite = favourites[place]!;
        if (favourite.Enabled !== 1 || favourite.Name === '' || !isDue(favourite, minute)) continue;
        due ??= [];
        due.push({ place, event });
      }
    }
  }
  return due ?? none;
};

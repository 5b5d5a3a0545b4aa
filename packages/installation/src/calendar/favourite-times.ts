import { type Weekday, weekdays } from '@plenum/protocol/field';
import type { CivilMinute } from './calendar.ts';

/** The members of a ducted, split or VRF favourite that say when it runs. */
export interface FavouriteTimes {
  readonly Name: string;
  readonly Enabled: number;
  readonly StartH: number;
  readonly StartM: number;
  readonly StopH: number;
  readonly StopM: number;
  readonly DaysEnabled: Readonly<Record<Weekday, number>>;
}

/** The start or stop of the favourite at a place in its list. */
export interface FavouriteEvent {
  readonly place: number;
  readonly event: 'start' | 'stop';
}

const noEvents: readonly FavouriteEvent[] = [];
const dayBefore = Object.fromEntries(
  weekdays.map((day, place) => [day, weekdays[(place + 6) % 7]!]),
) as Record<Weekday, Weekday>;

/** The minute of the day, or -1 where the hour or the minute switches the start or stop off (interface 2.4, 2.6). */
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
 * The favourites that start or stop in these minutes, in the order of the minutes. In one minute stops come before
 * starts, so that one favourite can follow another.
 *
 * The days of a favourite are the days on which it starts. A favourite whose stop is not after its start runs over
 * midnight: it stops on the next day, whether that day is enabled or not. A favourite that is disabled, or unused (its
 * name is empty), neither starts nor stops by time.
 */
export const findDueFavourites = (
  favourites: readonly FavouriteTimes[],
  minutes: readonly CivilMinute[],
): readonly FavouriteEvent[] => {
  if (minutes.length === 0) return noEvents;
  let events: FavouriteEvent[] | undefined;
  for (const minute of minutes) {
    for (const event of ['stop', 'start'] as const) {
      const isDue = event === 'start' ? startsIn : stopsIn;
      for (let place = 0; place < favourites.length; place++) {
        const favourite = favourites[place]!;
        if (favourite.Enabled !== 1 || favourite.Name === '' || !isDue(favourite, minute)) continue;
        events ??= [];
        events.push({ place, event });
      }
    }
  }
  return events ?? noEvents;
};

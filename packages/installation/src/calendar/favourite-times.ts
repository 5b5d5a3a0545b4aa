import { type Weekday, weekdays } from '@plenum/protocol/field';
import { type Calendar, type CivilMinute, minutesInDay, toCivil } from './calendar.ts';
import type { SkippedMinutes } from './offsets.ts';

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

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
const noEvents: readonly FavouriteEvent[] = [];
const dayBefore = Object.fromEntries(
  weekdays.map((day, place) => [day, weekdays[(place + 6) % 7]!]),
) as Record<Weekday, Weekday>;

/** Whether a favourite starts by itself on some days, or only stops. */
export const hasStart = ({ StartH, StartM }: Pick<FavouriteTimes, 'StartH' | 'StartM'>): boolean =>
  toMinute(StartH, StartM) >= 0;

/** The minute of the day, or -1 where the hour or the minute switches the start or stop off (interface 2.4, 2.6). */
const toMinute = (hour: number, minute: number): number =>
  hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 ? hour * 60 + minute : -1;

const startsIn = (favourite: FavouriteTimes, { weekday, minute }: CivilMinute): boolean =>
  minute === toMinute(favourite.StartH, favourite.StartM) && favourite.DaysEnabled[weekday] === 1;

/**
 * The minutes since 1970-01-01 at which a favourite starts and stops where a change of offset skips all of it.
 *
 * Its start comes at the change, and so would its stop; it runs as long as on any other day instead (our decision).
 */
const findSkippedRun = (
  { StartH, StartM, StopH, StopM }: FavouriteTimes,
  { from, to }: SkippedMinutes,
): { start: number; stop: number } | undefined => {
  const startMinute = toMinute(StartH, StartM);
  const stopMinute = toMinute(StopH, StopM);
  if (startMinute < 0 || stopMinute < 0) return undefined;
  const start = from + modulo(startMinute - from, minutesInDay);
  const stop = start + (modulo(stopMinute - startMinute, minutesInDay) || minutesInDay);
  return start < to && stop <= to ? { start, stop } : undefined;
};

const stopsIn = (favourite: FavouriteTimes, { weekday, minute, day, skipped }: CivilMinute): boolean => {
  const run = skipped === undefined ? undefined : findSkippedRun(favourite, skipped);
  if (run !== undefined) {
    const now = day * minutesInDay + minute;
    if (now === run.stop) return false;
    if (now === skipped!.to + run.stop - run.start)
      return favourite.DaysEnabled[toCivil(run.start).weekday] === 1;
  }
  if (minute !== toMinute(favourite.StopH, favourite.StopM)) return false;
  const startDay = minute <= toMinute(favourite.StartH, favourite.StartM) ? dayBefore[weekday] : weekday;
  return favourite.DaysEnabled[startDay] === 1;
};

/** Whether a favourite may start or stop in a minute; in most minutes none does. */
const mayBeDue = (favourites: readonly FavouriteTimes[], { minute, skipped }: CivilMinute): boolean => {
  if (skipped !== undefined) return true;
  for (const { Enabled, StartH, StartM, StopH, StopM } of favourites)
    if (Enabled === 1 && (60 * StartH + StartM === minute || 60 * StopH + StopM === minute)) return true;
  return false;
};

/**
 * The favourites that start or stop in these minutes, in the order of the minutes. In one minute stops come before
 * starts, so that one favourite can follow another.
 *
 * The days of a favourite are the days on which it starts. A favourite whose stop is not after its start runs over
 * midnight: it stops on the next day, whether that day is enabled or not. A favourite that is disabled, or unused (its
 * name is empty), neither starts nor stops by time. A favourite that lies wholly in minutes that daylight saving skips
 * runs as long as ever from the change on.
 */
export const findDueFavourites = (
  favourites: readonly FavouriteTimes[],
  minutes: readonly CivilMinute[],
): readonly FavouriteEvent[] => {
  if (minutes.length === 0) return noEvents;
  let events: FavouriteEvent[] | undefined;
  for (const minute of minutes) {
    if (!mayBeDue(favourites, minute)) continue;
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

/** A favourite, by its place in its list, that is due in local time between two instants (ms UTC): the last one. */
export const lastDueFavourite = (
  favourites: readonly FavouriteTimes[],
  { from, to }: { readonly from: number; readonly to: number },
  calendar: Calendar,
): FavouriteEvent | undefined => findDueFavourites(favourites, calendar.minutesBetween(from, to)).at(-1);

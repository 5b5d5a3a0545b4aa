import {
  type DatedKind,
  exceptionsOf,
  type FavouriteRun,
  minutesInDay,
  runsOn,
  type SetException,
  stopOf,
  type WeeklyTimes,
} from '@plenum/protocol/schedule';
import type { Calendar, CivilMinute } from './calendar.ts';
import type { SkippedMinutes } from './offsets.ts';

/** The members of a ducted, split or VRF favourite that determine when it runs. */
export type FavouriteTimes = WeeklyTimes & { readonly Name: string };

/** The start or stop of the favourite at an index in its list. */
export interface FavouriteEvent {
  readonly place: number;
  readonly event: 'start' | 'stop';
}

const noEvents: readonly FavouriteEvent[] = [];
const noExceptions: readonly SetException[] = [];

/** Returns the exceptions that apply to the favourite at an index in its list. */
export type ExceptionsAt = (place: number) => readonly SetException[];

/** Returns a look-up of exceptions for the favourites of a kind. Without exceptions, the look-up does not search. */
export function exceptionsFor(
  exceptions: readonly SetException[],
  kind: DatedKind,
  favourites: readonly { readonly Index: number }[],
): ExceptionsAt | undefined {
  if (exceptions.length === 0) return undefined;
  const all = favourites.map(({ Index: index }) => exceptionsOf(exceptions, { kind, index }));
  return (place) => all[place]!;
}

/** True if a favourite starts automatically on some days, false if it only stops. */
export const hasStart = ({ StartH, StartM }: Pick<FavouriteTimes, 'StartH' | 'StartM'>): boolean =>
  toMinute(StartH, StartM) >= 0;

/** Returns the minute of the day, or -1 if the hour or minute switches the start or stop off (interface 2.4, 2.6). */
const toMinute = (hour: number, minute: number): number =>
  hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 ? hour * 60 + minute : -1;

/**
 * Returns the end of a day's run in minutes since 1970-01-01. If a change of offset skips the whole run, both its start
 * and its stop would move to the change, so it lasts as long as on any other day instead (our decision).
 */
const stopIn = (run: FavouriteRun, day: number, skipped: SkippedMinutes | undefined): number | undefined => {
  const stop = stopOf(run, day);
  if (stop === undefined || run.start === undefined || skipped === undefined) return stop;
  const start = day * minutesInDay + run.start;
  const isSkipped = start >= skipped.from && stop <= skipped.to;
  return isSkipped ? skipped.to + stop - start : stop;
};

const isDue = (
  event: FavouriteEvent['event'],
  runsOf: (day: number) => readonly FavouriteRun[],
  { minute, day, skipped }: CivilMinute,
): boolean => {
  if (event === 'start') return runsOf(day).some(({ start }) => start === minute);
  const now = day * minutesInDay + minute;
  const stops = (of: number) => runsOf(of).some((run) => stopIn(run, of, skipped) === now);
  return stops(day) || stops(day - 1);
};

/** True if a favourite may start or stop in a minute; false for most minutes. */
const mayBeDue = (favourites: readonly FavouriteTimes[], { minute, skipped }: CivilMinute): boolean => {
  if (skipped !== undefined) return true;
  for (const { Enabled, StartH, StartM, StopH, StopM } of favourites)
    if (Enabled === 1 && (60 * StartH + StartM === minute || 60 * StopH + StopM === minute)) return true;
  return false;
};

/**
 * Returns the favourites that start or stop in these minutes, in the order of the minutes. In one minute stops come
 * before starts, so that one favourite can follow another. The days of a favourite are the days on which it starts. If
 * its stop is not after its start, it runs over midnight and stops on the next day, even if that day is not enabled. A
 * favourite that is disabled or unused (its name is empty) neither starts nor stops by time, except through an
 * exception. A favourite entirely in minutes that daylight saving skips runs for its usual time from the change on.
 */
export function findDueFavourites(
  favourites: readonly FavouriteTimes[],
  minutes: readonly CivilMinute[],
  exceptionsAt?: ExceptionsAt,
): readonly FavouriteEvent[] {
  if (minutes.length === 0) return noEvents;
  let events: FavouriteEvent[] | undefined;
  for (const minute of minutes) {
    if (exceptionsAt === undefined && !mayBeDue(favourites, minute)) continue;
    for (const event of ['stop', 'start'] as const) {
      for (let place = 0; place < favourites.length; place++) {
        const favourite = favourites[place]!;
        if (favourite.Name === '') continue;
        const exceptions = exceptionsAt?.(place) ?? noExceptions;
        if (favourite.Enabled !== 1 && exceptions.length === 0) continue;
        if (!isDue(event, (day) => runsOn(favourite, exceptions, day), minute)) continue;
        events ??= [];
        events.push({ place, event });
      }
    }
  }
  return events ?? noEvents;
}

/** True if no favourite has a run that begins on a local day, given in days since 1970-01-01. */
export const isFreeDay = (
  favourites: readonly FavouriteTimes[],
  exceptionsAt: ExceptionsAt | undefined,
  day: number,
): boolean =>
  favourites.every(
    (favourite, place) =>
      favourite.Name === '' || runsOn(favourite, exceptionsAt?.(place) ?? noExceptions, day).length === 0,
  );

/** Returns the last favourite, by its index in its list, that is due in local time between two times (ms UTC). */
export const lastDueFavourite = (
  favourites: readonly FavouriteTimes[],
  { from, to, calendar }: { readonly from: number; readonly to: number; readonly calendar: Calendar },
  exceptionsAt?: ExceptionsAt,
): FavouriteEvent | undefined =>
  findDueFavourites(favourites, calendar.minutesBetween(from, to), exceptionsAt).at(-1);

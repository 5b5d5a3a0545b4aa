import { CalendarDateTime, fromAbsolute, parseDate, toCalendarDate, toZoned } from '@internationalized/date';
import {
  type FavouriteException,
  type FavouriteRun,
  isHoliday,
  minutesInDay,
  runOf,
  stopOf,
  toDate,
  toDay,
  type WeeklyTimes,
  weeklyRunOn,
} from '@plenum/protocol/schedule';

/** The time range in which an exception applies, in ms UTC. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export const minute = 60_000;

/** Converts a minute of local time, counted since 1970, to the time at which it begins, in ms UTC. */
export function instantOf(localMinute: number, timeZone: string): number {
  const { year, month, day } = parseDate(toDate(Math.floor(localMinute / minutesInDay)));
  const at = localMinute % minutesInDay;
  return toZoned(new CalendarDateTime(year, month, day, Math.floor(at / 60), at % 60), timeZone)
    .toDate()
    .getTime();
}

/** Converts a time in ms UTC to the minute of local time, counted since 1970. */
export function localMinuteOf(at: number, timeZone: string): number {
  const local = fromAbsolute(at, timeZone);
  return toDay(toCalendarDate(local).toString()) * minutesInDay + local.hour * 60 + local.minute;
}

/**
 * Returns the end of a day's run, or its start if it does not stop automatically; in minutes of local time since 1970.
 */
export const endOf = (run: FavouriteRun, day: number): number =>
  stopOf(run, day) ?? day * minutesInDay + run.start!;

/**
 * Returns the time range in which an exception applies: from a minute before its first day until a minute before the
 * day after its last one, or until a minute after its run (or the run that it skips), if that is later. A favourite of
 * a real device is therefore changed, and restored, before any run is due. `times` is the week of the favourite, if it
 * is known; an exception that skips a run needs it to find the end of that run.
 */
export function windowOf(
  exception: FavouriteException,
  times: WeeklyTimes | undefined,
  timeZone: string,
): Window {
  const midnight = (day: number) => instantOf(day * minutesInDay, timeZone) - minute;
  const day = toDay(exception.date);
  if (isHoliday(exception)) return { from: midnight(day), to: midnight(toDay(exception.until)) };
  const run = runOf(exception) ?? (times && weeklyRunOn(times, day));
  const end = run === undefined ? 0 : instantOf(endOf(run, day), timeZone) + minute;
  return { from: midnight(day), to: Math.max(midnight(day + 1), end) };
}

import {
  exceptionOn,
  isHoliday,
  minutesInDay,
  runsOn,
  type SetException,
  toDate,
  toDay,
  type WeeklyTimes,
} from '@plenum/protocol/schedule';
import { dateFormat } from '../number/intl.ts';
import { type CivilTime, formatMinute, formatNext } from './clock.ts';

interface NextRun {
  /** The local date, such as `2026-11-28`. */
  readonly date: string;
  /** The minute of the day. */
  readonly start: number;
  /** Minutes until then. */
  readonly wait: number;
  /** True if the favourite starts at this time on this date only. */
  readonly isOnce: boolean;
}

/** Returns the next start of a favourite from its week and its exceptions; `undefined` if it has none. */
export function nextRun(
  times: WeeklyTimes,
  exceptions: readonly SetException[],
  { day: today, minute }: CivilTime,
): NextRun | undefined {
  const last = Math.max(today, ...exceptions.map((one) => toDay(isHoliday(one) ? one.until : one.date))) + 7;
  for (let day = today; day <= last; day++) {
    const starts = runsOn(times, exceptions, day)
      .flatMap(({ start }) => (start === undefined ? [] : [start]))
      .filter((start) => day > today || start > minute);
    if (starts.length === 0) continue;
    const start = Math.min(...starts);
    const exception = exceptionOn(exceptions, day);
    const isOnce = exception !== undefined && !isHoliday(exception);
    return { date: toDate(day), start, wait: (day - today) * minutesInDay + start - minute, isOnce };
  }
  return undefined;
}

/** Formats the next start: `today 18:30`, `Mon 06:15`, `Sat 5 Dec 06:15`. */
export const formatNextRun = ({ date, start, wait }: NextRun, now: CivilTime): string =>
  toDay(date) - now.day < 7 ? formatNext(now, wait) : `${formatLocalDate(date)} ${formatMinute(start)}`;

/** Formats a date for the reader, short: `Sat 28 Nov`. */
export const formatLocalDate = (date: string): string =>
  dateFormat({ timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }).format(
    Date.parse(`${date}T00:00Z`),
  );

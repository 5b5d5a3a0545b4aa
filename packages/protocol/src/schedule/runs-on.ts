import { type startStop, type Weekday, weekdays } from '../field/days.ts';
import { type DatedException, isHoliday, type SetException } from './exception.ts';

/** The weekly times of a favourite. Their members are the same in each family of favourites (interface 2.4, 2.6). */
export type WeeklyTimes = Readonly<Record<'Enabled' | keyof typeof startStop, number>> & {
  readonly DaysEnabled: Readonly<Record<Weekday, number>>;
};

/** The kinds of favourite that can have exceptions: those with commands that set their times. */
export type DatedKind = DatedException['kind'];

/**
 * One run of a favourite: it starts, stops or both, in minutes of the day. A run that stops at or before its start
 * stops on the next day.
 */
export interface FavouriteRun {
  readonly start: number | undefined;
  readonly stop: number | undefined;
}

export const minutesInDay = 1_440;
const dayLength = minutesInDay * 60_000;

/** Returns the number of days from 1970-01-01 to a date, such as 2026-11-28. */
export const toDay = (date: string): number => Date.parse(`${date}T00:00Z`) / dayLength;

/** Returns the date that is a number of days after 1970-01-01. */
export const toDate = (day: number): string => new Date(day * dayLength).toISOString().slice(0, 10);

/** Returns the weekday of a number of days since 1970-01-01, which was a Thursday. */
export const weekdayOf = (day: number): Weekday => weekdays[(((day + 3) % 7) + 7) % 7]!;

/**
 * Returns the minute of the day of an hour and a minute; undefined if either of them disables the time (interface 2.4,
 * 2.6, 2.8).
 */
export const toMinute = (hour: number, minute: number): number | undefined =>
  hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 ? hour * 60 + minute : undefined;

/** Returns the minute of the day of a time such as 07:30. */
const fromText = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Returns the run of an exception; undefined if it skips the favourite. */
export const runOf = ({ start, stop }: DatedException): FavouriteRun | undefined =>
  start === undefined ? undefined : { start: fromText(start), stop: fromText(stop) };

/** Returns the times at which a favourite would run, ignoring its days and whether its times are enabled. */
export const weeklyTimesOf = ({
  StartH,
  StartM,
  StopH,
  StopM,
}: Omit<WeeklyTimes, 'Enabled'>): FavouriteRun => ({
  start: toMinute(StartH, StartM),
  stop: toMinute(StopH, StopM),
});

/** Returns the weekly run of a favourite on a day, in days since 1970-01-01; undefined if there is no run. */
export function weeklyRunOn(times: WeeklyTimes, day: number): FavouriteRun | undefined {
  const run = weeklyTimesOf(times);
  const isOn = times.Enabled === 1 && times.DaysEnabled[weekdayOf(day)] === 1;
  return isOn && (run.start !== undefined || run.stop !== undefined) ? run : undefined;
}

/** Returns the end of a run that belongs to a day, in minutes since 1970-01-01; undefined if the run has no stop. */
export function stopOf({ start, stop }: FavouriteRun, day: number): number | undefined {
  if (stop === undefined) return undefined;
  const isNextDay = start !== undefined && stop <= start;
  return (day + (isNextDay ? 1 : 0)) * minutesInDay + stop;
}

/** Returns the exceptions that apply to a favourite: its own, and holidays. */
export const exceptionsOf = (
  exceptions: readonly SetException[],
  { kind, index }: { readonly kind: DatedKind; readonly index: number },
): readonly SetException[] =>
  exceptions.filter((one) => isHoliday(one) || (one.kind === kind && one.index === index));

/**
 * Returns the exception that replaces the weekly run of a favourite on a day; undefined if there is none. An exception
 * for the favourite itself takes precedence over a holiday.
 */
export function exceptionOn(exceptions: readonly SetException[], day: number): SetException | undefined {
  const date = toDate(day);
  return (
    exceptions.find((one) => !isHoliday(one) && one.date === date) ??
    exceptions.find((one) => isHoliday(one) && one.date <= date && date < one.until)
  );
}

/**
 * Returns the runs of a favourite that begin on a day, according to its weekly times and the exceptions that apply to
 * it (decisions/023). A weekly run already in progress when the exception was set continues in addition to the run of
 * the exception.
 */
export function runsOn(
  times: WeeklyTimes,
  exceptions: readonly SetException[],
  day: number,
): readonly FavouriteRun[] {
  const weekly = weeklyRunOn(times, day);
  const exception = exceptions.length === 0 ? undefined : exceptionOn(exceptions, day);
  if (exception === undefined) return weekly === undefined ? [] : [weekly];
  const hadBegun =
    weekly !== undefined && day * minutesInDay + (weekly.start ?? weekly.stop!) <= exception.setAt;
  const own = isHoliday(exception) ? undefined : runOf(exception);
  return [...(hadBegun ? [weekly] : []), ...(own === undefined ? [] : [own])];
}

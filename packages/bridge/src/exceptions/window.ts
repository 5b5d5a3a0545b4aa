import { type CalendarDate, CalendarDateTime, parseDate, toZoned } from '@internationalized/date';
import type { DatagramOf } from '@plenum/protocol/component';
import { type Weekday, weekdays } from '@plenum/protocol/field';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { FavouriteException } from '@plenum/protocol/schedule';

/** What a favourite says of when it runs; the same members in every family (interface 2.4, 2.6). */
export type Times = Pick<
  DatagramOf<'schedule'>,
  'Enabled' | 'StartH' | 'StartM' | 'StopH' | 'StopM' | 'DaysEnabled'
>;

/** The instants between which a favourite is changed, ms UTC. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** A run within a day: minutes of the day. One that stops at or before its start stops on the next day. */
interface Run {
  readonly start: number;
  readonly stop: number | undefined;
}

const minute = 60_000;
/** Any hour and minute out of range switch an end off; these do in every family (interface 2.4). */
const none = { hour: 31, minute: 63 };

const toMinute = (hour: number, minutes: number): number | undefined =>
  hour >= 0 && hour <= 23 && minutes >= 0 && minutes <= 59 ? hour * 60 + minutes : undefined;

const fromText = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const weekdayOf = (date: CalendarDate): Weekday =>
  weekdays[(new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay() + 6) % 7]!;

const instantOf = ({ year, month, day }: CalendarDate, at: number, timeZone: string): number =>
  toZoned(new CalendarDateTime(year, month, day, Math.floor(at / 60), at % 60), timeZone)
    .toDate()
    .getTime();

/** The run that a favourite starts by itself on a date; undefined where it starts none. */
const weeklyRun = (times: Times, date: CalendarDate): Run | undefined => {
  const start = toMinute(times.StartH, times.StartM);
  if (start === undefined || times.Enabled !== 1 || times.DaysEnabled[weekdayOf(date)] !== 1)
    return undefined;
  return { start, stop: toMinute(times.StopH, times.StopM) };
};

const stopOf = ({ start, stop }: Run, date: CalendarDate, timeZone: string): number | undefined =>
  stop === undefined ? undefined : instantOf(stop > start ? date : date.add({ days: 1 }), stop, timeZone);

/**
 * When a favourite is changed for an exception: from the midnight before its date, or once a run of the day before is over, and
 * in any case a minute before the start, until a minute after the stop (decisions/023). Refuses a date on which there is nothing
 * to skip, and one whose run would go on when the favourite starts again.
 */
export const windowOf = (
  { date: written, start, stop }: FavouriteException,
  times: Times,
  timeZone: string,
): Result<Window> => {
  const date = parseDate(written);
  const weekly = weeklyRun(times, date);
  const run = start === undefined ? weekly : { start: fromText(start)!, stop: fromText(stop) };
  if (run === undefined) {
    const facts = { what: 'Skipping it', why: `it does not start by time on ${written}` };
    return refuse('not-available', { path: ['exception', 'date'], input: written, facts });
  }
  const startAt = instantOf(date, run.start, timeZone);
  const to = (stopOf(run, date, timeZone) ?? startAt) + minute;
  const before = date.subtract({ days: 1 });
  const runBefore = weeklyRun(times, before);
  const stopBefore = runBefore && stopOf(runBefore, before, timeZone);
  const midnight = instantOf(date, 0, timeZone) - minute;
  const from = Math.min(Math.max(midnight, (stopBefore ?? 0) + minute), startAt - minute);
  const next = weeklyRun(times, date.add({ days: 1 }));
  if (next !== undefined && instantOf(date.add({ days: 1 }), next.start, timeZone) < to) {
    const facts = { what: 'This stop', why: 'the favourite starts again before it' };
    return refuse('not-available', { path: ['exception', 'stop'], input: stop ?? written, facts });
  }
  return ok({ from, to });
};

/** When the run of an exception starts, or the run that it skips would; ms UTC. */
export const startsAt = ({ date, start }: FavouriteException, times: Times, timeZone: string): number =>
  instantOf(parseDate(date), fromText(start) ?? toMinute(times.StartH, times.StartM) ?? 0, timeZone);

/** The times of a favourite while an exception applies: off, or on that one day at other times. */
export const duringOf = ({ date, start, stop }: FavouriteException, times: Times): Times => {
  const begin = fromText(start);
  if (begin === undefined) return { ...times, Enabled: 0 };
  const end = fromText(stop);
  const today = weekdayOf(parseDate(date));
  return {
    Enabled: 1,
    StartH: Math.floor(begin / 60),
    StartM: begin % 60,
    StopH: end === undefined ? none.hour : Math.floor(end / 60),
    StopM: end === undefined ? none.minute : end % 60,
    DaysEnabled: Object.fromEntries(
      weekdays.map((day) => [day, day === today ? 1 : 0]),
    ) as Times['DaysEnabled'],
  };
};

/** The members of a datagram that are its times. */
export const timesOf = ({ Enabled, StartH, StartM, StopH, StopM, DaysEnabled }: Times): Times => ({
  Enabled,
  StartH,
  StartM,
  StopH,
  StopM,
  DaysEnabled,
});

/** Whether a favourite runs at the same times and days, however its ends are switched off. */
export const hasSameWeek = (one: Times, other: Times): boolean =>
  toMinute(one.StartH, one.StartM) === toMinute(other.StartH, other.StartM) &&
  toMinute(one.StopH, one.StopM) === toMinute(other.StopH, other.StopM) &&
  weekdays.every((day) => one.DaysEnabled[day] === other.DaysEnabled[day]);

/** Whether a favourite runs at the same times and days, and starts by time or not in both. */
export const hasSameTimes = (one: Times, other: Times): boolean =>
  one.Enabled === other.Enabled && hasSameWeek(one, other);

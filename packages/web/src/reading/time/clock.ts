import { type Weekday, weekdays } from '@plenum/protocol/field';
import { t } from '../../text/text.ts';
import { dateFormat } from '../number/intl.ts';

/** Local time of a house. */
export interface CivilTime {
  readonly weekday: Weekday;
  /** Minutes since midnight. */
  readonly minute: number;
  /** Days since 1970-01-01. */
  readonly day: number;
}

/** A Monday, in UTC. */
const monday = Date.UTC(2026, 0, 5);

/** Returns the short name of a day: `Mon`. */
export const dayName = (day: Weekday): string =>
  dateFormat({ timeZone: 'UTC', weekday: 'short' }).format(monday + weekdays.indexOf(day) * dayLong);

/** A time zone; undefined for that of the browser. */
export type Zone = string | undefined;

/**
 * Returns a time zone if this browser supports it; otherwise `undefined`, because some zones are newer than old
 * browsers.
 */
export function toKnownZone(timeZone: Zone): Zone {
  try {
    dateFormat({ timeZone, hour: '2-digit' });
    return timeZone;
  } catch {
    return undefined;
  }
}

export const minuteLong = 60_000;
export const dayLong = 86_400_000;

/** Formats the time of day in the reader's 12-hour or 24-hour format: `14:05`, `2:05 PM`. */
export const formatTime = (at: number, timeZone: Zone): string =>
  dateFormat({ timeZone, timeStyle: 'short' }).format(at);

/** Formats the day: `Friday 20 November`. */
export const formatDay = (at: number, timeZone: Zone): string =>
  dateFormat({ timeZone, weekday: 'long', day: 'numeric', month: 'long' }).format(at);

/** Formats the day, short: `Fri 20 Nov`. */
export const formatShortDay = (at: number, timeZone: Zone): string =>
  dateFormat({ timeZone, weekday: 'short', day: 'numeric', month: 'short' }).format(at);

/** Formats the day and time, short: `Fri 20 Nov, 14:05`. */
export const formatInstant = (at: number, timeZone: Zone): string =>
  `${formatShortDay(at, timeZone)}, ${formatTime(at, timeZone)}`;

/** Formats a minute of the day in the reader's format: `06:15`, `6:15 AM`. */
export const formatMinute = (minute: number): string => formatTime(monday + minute * minuteLong, 'UTC');

/** Formats an hour of the day in the reader's format: `06`, `6 AM`. */
export const formatHour = (hour: number): string =>
  dateFormat({ timeZone: 'UTC', hour: 'numeric' }).format(monday + hour * 60 * minuteLong);

/** Converts a minute of the day to an hour and a minute. */
export const toHourAndMinute = (minute: number): { readonly h: number; readonly m: number } => ({
  h: Math.floor(minute / 60),
  m: minute % 60,
});

const day = 1_440;

/** Formats the time of the next start: `today 18:30`, `tomorrow 06:15`, `Mon 06:15`. */
export function formatNext({ weekday, minute }: Omit<CivilTime, 'day'>, wait: number): string {
  const then = minute + wait;
  const days = Math.floor(then / day);
  const time = formatMinute(then % day);
  if (days === 0) return t('reading.todayAt', { time });
  if (days === 1) return t('reading.tomorrowAt', { time });
  return `${dayName(weekdays[(weekdays.indexOf(weekday) + days) % 7]!)} ${time}`;
}

import { dateFormat, formatDecimal } from '../../../reading/number/intl.ts';
import { t } from '../../../text/text.ts';

const formats = {
  moment: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  minute: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  clock: { timeStyle: 'short' },
  day: { day: 'numeric', month: 'short', timeZone: 'UTC' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Formats a time in the local time zone, to the second: `20 Nov, 16:29:08`. */
export const formatSecond = (at: number): string => dateFormat(formats.moment).format(at);

/** Formats a time in the local time zone, to the minute: `20 Nov, 16:29`. */
export const formatMinute = (at: number): string => dateFormat(formats.minute).format(at);

/** Formats a local time of day: `16:29`. */
export const formatTime = (at: number): string => dateFormat(formats.clock).format(at);

/** Formats a day that is given as midnight UTC: `20 Nov`. */
export const formatUtcDay = (day: number): string => dateFormat(formats.day).format(day);

/** Formats a duration in whole days: `14 days`. */
export const formatDays = (milliseconds: number): string =>
  t('console.days', { count: Math.round(milliseconds / 86_400_000) });

/**
 * Formats the time until a future moment: `in 4 s`, `in 12 min`, `in 3 h`, or `now` if it has passed. Both in ms UTC.
 */
export function formatTimeUntil(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  if (seconds <= 0) return t('console.now');
  if (seconds < 60) return t('console.inSeconds', { count: seconds });
  if (seconds < 3600) return t('console.inMinutes', { count: Math.round(seconds / 60) });
  return t('console.inHours', { count: Math.round(seconds / 3600) });
}

/** Formats a duration: `34 ms`, `1.2 s`. */
export const formatDuration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${formatDecimal(milliseconds / 1000, 1)} s`;

/** Formats a size: `612 bytes`, `4.1 kB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 1000 ? t('console.bytes', { count: bytes }) : `${formatDecimal(bytes / 1000, 1)} kB`;

import { t } from '../../text/text.ts';
import { dateFormat, relativeFormat } from '../number/intl.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats the age of a time in everyday words: `5 minutes ago`, `2 days ago`. Both times are in ms UTC. */
export function formatAgo(then: number, now: number): string {
  const passed = Math.max(0, now - then);
  const past = (unit: Intl.RelativeTimeFormatUnit, length: number) =>
    relativeFormat().format(-Math.floor(passed / length), unit);
  if (passed < minute) return t('reading.justNow');
  if (passed < hour) return past('minute', minute);
  return passed < day ? past('hour', hour) : past('day', day);
}

/** Formats a time for the reader, in the time zone of the browser: `20 November 2026 at 17:30`. */
export const formatDateTime = (at: number): string =>
  dateFormat({ dateStyle: 'long', timeStyle: 'short' }).format(at);

/** Formats a date for the reader: `20 November 2026`. */
export const formatDate = (at: number): string =>
  dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }).format(at);

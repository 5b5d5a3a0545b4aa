import { formatCount } from './count.ts';
import { dateFormat } from './intl.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago an instant was, in the words people use: `5 minutes ago`, `2 days ago`. Both in ms UTC. */
export const formatAgo = (then: number, now: number): string => {
  const passed = Math.max(0, now - then);
  if (passed < minute) return 'just now';
  if (passed < hour) return `${formatCount(Math.floor(passed / minute), 'minute')} ago`;
  if (passed < day) return `${formatCount(Math.floor(passed / hour), 'hour')} ago`;
  return `${formatCount(Math.floor(passed / day), 'day')} ago`;
};

/** A day as the reader writes it: `20 November 2026`. */
export const formatDate = (at: number): string =>
  dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }).format(at);

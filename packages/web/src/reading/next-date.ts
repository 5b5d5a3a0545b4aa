import { fromAbsolute, getLocalTimeZone, toCalendarDate } from '@internationalized/date';
import { type Weekday, weekdays } from '@plenum/protocol/field';
import { dateFormat } from './intl.ts';

interface Starts {
  readonly days: Readonly<Record<Weekday, number>>;
  /** The minute of the day; undefined where it does not start by time. */
  readonly start: number | undefined;
}

/** The date (`2026-11-28`) on which a favourite starts next, after an instant (ms UTC); undefined where it does not. */
export const nextDate = (
  { days, start }: Starts,
  at: number,
  timeZone: string | undefined,
): string | undefined => {
  if (start === undefined) return undefined;
  const now = fromAbsolute(at, timeZone ?? getLocalTimeZone());
  const today = toCalendarDate(now);
  const isPast = now.hour * 60 + now.minute >= start;
  for (let later = isPast ? 1 : 0; later <= 7; later++) {
    const date = today.add({ days: later });
    const day = weekdays[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7]!;
    if (days[day] === 1) return date.toString();
  }
  return undefined;
};

/** A date as the reader writes it, short: `Sat 28 Nov`. */
export const formatLocalDate = (date: string): string =>
  dateFormat({ timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }).format(
    Date.parse(`${date}T00:00Z`),
  );

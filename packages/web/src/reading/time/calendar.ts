import {
  type CalendarDate,
  fromAbsolute,
  getLocalTimeZone,
  toCalendarDate,
  toZoned,
} from '@internationalized/date';
import type { Zone } from './clock.ts';

const zoneOf = (timeZone: Zone): string => timeZone ?? getLocalTimeZone();

/**
 * Returns the day that contains a time in a time zone, from midnight to midnight: 23 or 25 hours long if the clocks
 * change. A day whose midnight is skipped begins at the change; a day with two midnights begins at the first.
 */
export function dayOf(at: number, timeZone: Zone): { readonly from: number; readonly to: number } {
  const zone = zoneOf(timeZone);
  const date = toCalendarDate(fromAbsolute(at, zone));
  const midnightOf = (day: CalendarDate) => toZoned(day, zone).toDate().getTime();
  return { from: midnightOf(date), to: midnightOf(date.add({ days: 1 })) };
}

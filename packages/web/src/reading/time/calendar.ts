import {
  type CalendarDate,
  fromAbsolute,
  getLocalTimeZone,
  toCalendarDate,
  toZoned,
} from '@internationalized/date';
import { weekdays } from '@plenum/protocol/field';
import { type CivilTime, dayLong, minuteLong, type Zone } from './clock.ts';

const zoneOf = (timeZone: Zone): string => timeZone ?? getLocalTimeZone();

/** Returns the weekday, minute and day of a time (ms UTC) in a time zone. */
export const toCivil = (at: number, timeZone: Zone): CivilTime => {
  const local = at + fromAbsolute(at, zoneOf(timeZone)).offset;
  const weekday = weekdays[(new Date(local).getUTCDay() + 6) % 7]!;
  const day = Math.floor(local / dayLong);
  return { weekday, minute: Math.floor((local - day * dayLong) / minuteLong), day };
};

/**
 * Returns the day that contains a time in a time zone, from midnight to midnight: 23 or 25 hours long if the clocks
 * change. A day whose midnight is skipped begins at the change; a day with two midnights begins at the first.
 */
export const dayOf = (at: number, timeZone: Zone): { readonly from: number; readonly to: number } => {
  const zone = zoneOf(timeZone);
  const date = toCalendarDate(fromAbsolute(at, zone));
  const midnightOf = (day: CalendarDate) => toZoned(day, zone).toDate().getTime();
  return { from: midnightOf(date), to: midnightOf(date.add({ days: 1 })) };
};

/** True if two time zones have the same local time at a given time and half a year later. */
export const isSameClock = (at: number, one: string, other: string): boolean =>
  [at, at + 182 * dayLong].every(
    (instant) => fromAbsolute(instant, one).offset === fromAbsolute(instant, other).offset,
  );

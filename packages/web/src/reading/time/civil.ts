import { weekdays } from '@plenum/protocol/field';
import { type CivilTime, dayLong, minuteLong, type Zone } from './clock.ts';

const formats = new Map<Zone, Intl.DateTimeFormat>();

/** Returns how far the local time of a time zone is ahead of UTC at a time (ms UTC), in ms. */
export function offsetAt(at: number, timeZone: Zone): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  // `GMT`, `GMT+10:30`, or `GMT-00:25:21` in old times.
  const [, sign = '+', ...parts] = /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(format.format(at)) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map(Number);
  const size = ((hours * 60 + minutes) * 60 + (seconds || 0)) * 1_000;
  return sign === '+' ? size : -size;
}

/** Returns the weekday, minute and day of a time (ms UTC) in a time zone. */
export function toCivil(at: number, timeZone: Zone): CivilTime {
  const local = at + offsetAt(at, timeZone);
  const weekday = weekdays[(new Date(local).getUTCDay() + 6) % 7]!;
  const day = Math.floor(local / dayLong);
  return { weekday, minute: Math.floor((local - day * dayLong) / minuteLong), day };
}

/** True if two time zones have the same local time at a given time and half a year later. */
export function isSameClock(at: number, one: string, other: string): boolean {
  return [at, at + 182 * dayLong].every((instant) => offsetAt(instant, one) === offsetAt(instant, other));
}

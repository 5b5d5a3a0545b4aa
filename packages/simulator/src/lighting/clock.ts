import type { DatagramOf } from '@plenum/protocol/component';
import { weekdays } from '@plenum/protocol/field';
import type { CivilTime } from '../calendar/calendar.ts';

const dayLength = 86_400_000;

const toDate = (day: number) => {
  const date = new Date(day * dayLength);
  return { day, Y: date.getUTCFullYear() % 100, Mo: date.getUTCMonth() + 1, D: date.getUTCDate() };
};

/** The last date, because the clock shows each of the 1,440 minutes of a day. */
let last = toDate(0);

/** Returns the clock of the lighting system at a local time. The seconds come from `at`, in ms UTC. */
export function toLightingClock(
  { weekday, minute, day }: CivilTime,
  at: number,
): DatagramOf<'lighting'>['Time'] {
  if (last.day !== day) last = toDate(day);
  return {
    Y: last.Y,
    Mo: last.Mo,
    D: last.D,
    dow: (weekdays.indexOf(weekday) + 1) % 7,
    h: Math.floor(minute / 60),
    mi: minute % 60,
    s: Math.floor((((at % 60_000) + 60_000) % 60_000) / 1000),
  };
}

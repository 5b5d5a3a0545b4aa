import type { Weekday } from '@plenum/protocol/field';
import { minutesInDay, weekdayOf } from '@plenum/protocol/schedule';
import { findPeriods, type Period, type SkippedMinutes } from './offsets.ts';

/** A local time: weekday, minute of the day 0..1439, and days since 1970-01-01 in the local calendar. */
export interface CivilTime {
  readonly weekday: Weekday;
  readonly minute: number;
  readonly day: number;
}

/** A minute of local time, and the time at which it begins, in ms UTC. */
export interface CivilMinute extends CivilTime {
  readonly at: number;
  /**
   * Set if a change of offset skipped minutes: on the skipped minutes, and on the same number of minutes after them.
   */
  readonly skipped?: SkippedMinutes;
}

/** Local time of one time zone. */
export interface Calendar {
  /** Returns the local time at a time in ms UTC. */
  civil(at: number): CivilTime;
  /**
   * Returns the minutes of local time that begin in (from, to], oldest first: each exactly once, even when the offset
   * changes. Minutes that a change forward skips all begin at the change; minutes that a change back repeats begin the
   * first time only.
   */
  minutesBetween(from: number, to: number): readonly CivilMinute[];
}

const minuteLength = 60_000;
const none: readonly CivilMinute[] = [];

/** Returns the civil time of a local minute, counted since 1970-01-01. */
const toCivil = (localMinute: number): CivilTime => {
  const day = Math.floor(localMinute / minutesInDay);
  return { weekday: weekdayOf(day), minute: localMinute - day * minutesInDay, day };
};

/**
 * Creates the calendar of an IANA time zone, such as `Australia/Sydney`.
 *
 * Each year is searched once for changes of offset. Throws a RangeError if the name is not a time zone (see
 * `isTimeZone`).
 */
export function createCalendar(timeZone: string): Calendar {
  const periodsOf = findPeriods(timeZone);
  let last: Period = { from: 0, until: 0, offset: 0, lastMinute: 0 };
  const periodAt = (at: number): Period => {
    if (at >= last.from && at < last.until) return last;
    last = periodsOf(at).find(({ until }) => at < until)!;
    return last;
  };

  /** Returns the last local minute that began at or before a time in a period. */
  const lastMinuteAt = (at: number, { offset, lastMinute }: Period): number =>
    Math.max(lastMinute, Math.floor((at + offset) / minuteLength));

  const list = (from: number, to: number): CivilMinute[] => {
    const minutes: CivilMinute[] = [];
    let period = periodAt(from);
    let minute = lastMinuteAt(from, period);
    for (;;) {
      const { offset, skipped } = period;
      const shifted = skipped === undefined ? 0 : 2 * skipped.to - skipped.from;
      const end = lastMinuteAt(Math.min(to, period.until - 1), period);
      while (minute < end) {
        minute++;
        const at = Math.max(minute * minuteLength - offset, period.from);
        const begun = { ...toCivil(minute), at };
        minutes.push(skipped !== undefined && minute <= shifted ? { ...begun, skipped } : begun);
      }
      if (to < period.until) return minutes;
      period = periodAt(period.until);
    }
  };

  let cachedMinute = 0;
  let cached = toCivil(cachedMinute);
  return {
    civil(at) {
      const minute = Math.floor((at + periodAt(at).offset) / minuteLength);
      if (minute !== cachedMinute) {
        cached = toCivil(minute);
        cachedMinute = minute;
      }
      return cached;
    },
    minutesBetween(from, to) {
      const period = periodAt(to);
      if (from >= period.from && lastMinuteAt(from, period) === lastMinuteAt(to, period)) return none;
      return from < to ? list(from, to) : none;
    },
  };
}

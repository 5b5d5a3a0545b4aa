import { type Weekday, weekdays } from '@plenum/protocol/field';
import { findPeriods, type Period } from './offsets.ts';

/** A local time: weekday, minute of the day 0..1439, and days since 1970-01-01 of the local calendar. */
export interface CivilTime {
  readonly weekday: Weekday;
  readonly minute: number;
  readonly day: number;
}

/** A minute of local time that began, and the instant at which it did, ms UTC. */
export interface CivilMinute extends CivilTime {
  readonly at: number;
}

/** Local time of one time zone. */
export interface Calendar {
  /** The local time at an instant, ms UTC. */
  civil(at: number): CivilTime;
  /**
   * The minutes of local time that begin in (from, to], oldest first: each once, none left out, through every
   * change of offset. Minutes that a forward change skips all begin at the instant of the change; minutes that a
   * backward change repeats begin the first time only.
   */
  minutesBetween(from: number, to: number): readonly CivilMinute[];
}

const minuteLength = 60_000;
const minutesInDay = 1440;
const none: readonly CivilMinute[] = [];

/** Local minutes since 1970-01-01, split into what people read; 1970-01-01 was a Thursday. */
const toCivil = (localMinute: number): CivilTime => {
  const day = Math.floor(localMinute / minutesInDay);
  const weekday = weekdays[(((day + 3) % 7) + 7) % 7]!;
  return { weekday, minute: localMinute - day * minutesInDay, day };
};

/**
 * Makes the calendar of an IANA time zone, such as `Australia/Sydney`.
 *
 * Changes of offset are asked of Intl once for each year that is looked at, and compared with after that. Throws a
 * RangeError for a name that is no time zone (`isTimeZone` says so first).
 */
export const createCalendar = (timeZone: string): Calendar => {
  const periodsOf = findPeriods(timeZone);
  let last: Period = { from: 0, until: 0, offset: 0, begun: 0 };
  const periodAt = (at: number): Period => {
    if (at >= last.from && at < last.until) return last;
    last = periodsOf(at).find(({ until }) => at < until)!;
    return last;
  };

  /** The last local minute that has begun for the first time at an instant within the period. */
  const begunBy = (at: number, { offset, begun }: Period): number =>
    Math.max(begun, Math.floor((at + offset) / minuteLength));

  const list = (from: number, to: number): CivilMinute[] => {
    const minutes: CivilMinute[] = [];
    let period = periodAt(from);
    let begun = begunBy(from, period);
    for (;;) {
      const { offset } = period;
      const end = begunBy(Math.min(to, period.until - 1), period);
      while (begun < end) {
        begun++;
        const at = Math.max(begun * minuteLength - offset, period.from);
        minutes.push({ ...toCivil(begun), at });
      }
      if (to < period.until) return minutes;
      period = periodAt(period.until);
    }
  };

  let shownMinute = 0;
  let shown = toCivil(shownMinute);
  return {
    civil(at) {
      const minute = Math.floor((at + periodAt(at).offset) / minuteLength);
      if (minute !== shownMinute) {
        shown = toCivil(minute);
        shownMinute = minute;
      }
      return shown;
    },
    minutesBetween(from, to) {
      const period = periodAt(to);
      if (from >= period.from && begunBy(from, period) === begunBy(to, period)) return none;
      return from < to ? list(from, to) : none;
    },
  };
};

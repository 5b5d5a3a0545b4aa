import {
  type CalendarDate,
  type DateDuration,
  fromAbsolute,
  startOfMonth,
  startOfYear,
  toCalendarDate,
  toZoned,
} from '@internationalized/date';
import { type EnergyPeriod, pricesOn, startOf, type Tariff } from '@plenum/insight/energy';

const hour = 3_600_000;

/** A time range, ms UTC. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const dateAt = (at: number, timeZone: string): CalendarDate => toCalendarDate(fromAbsolute(at, timeZone));

/** Returns the time at which a day begins; if its midnight is skipped, the time of the clock change. */
const midnightOf = (date: CalendarDate, timeZone: string): number =>
  toZoned(date, timeZone).toDate().getTime();

/** Returns the weekday of a date; 0 is Sunday. */
const weekdayOf = (date: CalendarDate): number =>
  new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay();

type Days = Exclude<EnergyPeriod, 'hour'>;

const starts: Readonly<Record<Days, (date: CalendarDate) => CalendarDate>> = {
  day: (date) => date,
  week: (date) => date.subtract({ days: (weekdayOf(date) + 6) % 7 }),
  month: startOfMonth,
  year: startOfYear,
};

const durations: Readonly<Record<Days, (count: number) => DateDuration>> = {
  day: (days) => ({ days }),
  week: (weeks) => ({ weeks }),
  month: (months) => ({ months }),
  year: (years) => ({ years }),
};

/**
 * Returns the start of the period that contains a time, or of the period `later` periods after that one. Weeks start on
 * Monday.
 */
const periodStart = (at: number, by: EnergyPeriod, timeZone: string, later = 0): number => {
  if (by === 'hour') {
    const local = fromAbsolute(at, timeZone);
    return at - (((local.minute * 60 + local.second) * 1_000 + local.millisecond) % hour) + later * hour;
  }
  return midnightOf(starts[by](dateAt(at, timeZone)).add(durations[by](later)), timeZone);
};

/** Returns the periods that overlap a range, at most `most`. */
export function periodsOf({ from, to }: Period, by: EnergyPeriod, timeZone: string, most: number): Period[] {
  const periods: Period[] = [];
  for (let start = periodStart(from, by, timeZone); start < to && periods.length < most; ) {
    // Hours are added as elapsed time, so an hour repeated by a clock change counts twice.
    const end = by === 'hour' ? start + hour : periodStart(start, by, timeZone, 1);
    periods.push({ from: start, to: end });
    start = end;
  }
  return periods;
}

/** Returns the time `count` periods earlier, at the same local time of day. */
export function earlier(at: number, by: EnergyPeriod, timeZone: string, count: number): number {
  if (by === 'hour') return at - count * hour;
  const local = fromAbsolute(at, timeZone);
  return local.subtract(durations[by](count)).toDate().getTime();
}

/** Periods that a range can match exactly, longest first. */
const whole = ['year', 'month', 'week', 'day'] as const;

/**
 * Returns a function that maps a time in a range to the time it is compared with: a year, month, week or day earlier if
 * the range is exactly one of these, otherwise `count` periods earlier.
 */
export function stepBack(
  { from, to }: Period,
  by: EnergyPeriod,
  timeZone: string,
  count: number,
): (at: number) => number {
  const one = whole.find(
    (period) => periodStart(from, period, timeZone) === from && periodStart(from, period, timeZone, 1) === to,
  );
  return (at) => (one === undefined ? earlier(at, by, timeZone, count) : earlier(at, one, timeZone, 1));
}

/** A part of a range with one price. */
export interface Priced extends Period {
  readonly price: number;
}

const minute = 60_000;
const dayLength = 24 * hour;
const week = 7 * dayLength;

const offsetAt = (at: number, timeZone: string): number => fromAbsolute(at, timeZone).offset;

/** Yields the days of a range, each with its weekday, start and end. */
function* daysOf({ from, to }: Period, timeZone: string) {
  for (let date = dateAt(from, timeZone); ; ) {
    const midnight = midnightOf(date, timeZone);
    if (midnight >= to) return;
    // Looking up a time zone is slow. If the clocks do not change during the week, adding is enough.
    const offset = offsetAt(midnight, timeZone);
    const isSteady = offsetAt(midnight + week + dayLength, timeZone) === offset;
    for (let day = 0; day < (isSteady ? 7 : 1); day++) {
      const own = date.add({ days: day });
      const start = midnight + day * dayLength;
      if (start >= to) return;
      const end = isSteady ? start + dayLength : midnightOf(own.add({ days: 1 }), timeZone);
      yield { weekday: weekdayOf(own), start, end };
    }
    date = date.add({ days: isSteady ? 7 : 1 });
  }
}

/**
 * Yields the prices of a day in order, each with its start. On a day with a clock change, the local time is read every
 * quarter of an hour: a skipped time of day begins at the change, and a repeated one begins twice.
 */
function* pricesFrom(start: number, end: number, prices: Tariff['prices'], timeZone: string) {
  if (end - start === dayLength) {
    for (const price of prices) yield { at: start + startOf(price) * minute, price: price.price };
    return;
  }
  for (let at = start; at < end; at += 15 * minute) {
    const { hour: hours, minute: minutes } = fromAbsolute(at, timeZone);
    yield { at, price: prices.findLast((price) => startOf(price) <= hours * 60 + minutes)!.price };
  }
}

/** Splits a range into parts with one price each. */
export function pricedParts(range: Period, tariff: Tariff, timeZone: string): Priced[] {
  const { from, to } = range;
  if (to <= from) return [];
  if (tariff.prices.length === 1 && tariff.weekend === undefined)
    return [{ from, to, price: tariff.prices[0]!.price }];
  const parts: Priced[] = [];
  for (const { weekday, start, end } of daysOf(range, timeZone)) {
    const begins = [...pricesFrom(start, end, pricesOn(tariff, weekday), timeZone)].filter(
      ({ price }, place, all) => price !== all[place - 1]?.price,
    );
    for (const [place, { at, price }] of begins.entries()) {
      const part = {
        from: Math.max(from, at),
        to: Math.min(to, begins[place + 1]?.at ?? end),
        price,
      };
      if (part.to > part.from) parts.push(part);
    }
  }
  return parts;
}

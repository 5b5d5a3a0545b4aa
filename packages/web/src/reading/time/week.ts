import { tableOf, type Weekday, weekdays } from '@plenum/protocol/field';
import {
  exceptionOn,
  type FavouriteRun,
  isHoliday,
  minutesInDay,
  runOf,
  type SetException,
  toDate,
  type WeeklyTimes,
  weekdayOf,
  weeklyTimesOf,
} from '@plenum/protocol/schedule';
import { toHourAndMinute } from './clock.ts';

/** A period of a day during which a favourite or program is on, in minutes since midnight. */
export interface Stretch {
  readonly day: Weekday;
  readonly from: number;
  readonly to: number;
  /** The next date on which the weekly time does not apply, because it is skipped or replaced. */
  readonly skippedOn?: string;
  readonly onceOn?: string;
}

const day = 1_440;

/** Length, in minutes, of the mark that is drawn for a start without a stop. */
const mark = 20;

const after = (of: Weekday): Weekday => weekdays[(weekdays.indexOf(of) + 1) % 7]!;

/**
 * Returns the periods of a week during which a favourite is on. A favourite that stops at or before its start continues
 * into the next day (interface 2.4). One without a stop is a mark at its start.
 */
export function stretchesOf(
  days: Readonly<Record<Weekday, number>>,
  start: number | undefined,
  stop: number | undefined,
): readonly Stretch[] {
  if (start === undefined) return [];
  return weekdays
    .filter((each) => days[each] === 1)
    .flatMap((each): Stretch[] => {
      if (stop === undefined) return [{ day: each, from: start, to: Math.min(day, start + mark) }];
      if (stop > start) return [{ day: each, from: start, to: stop }];
      const late = { day: each, from: start, to: day };
      return stop === 0 ? [late] : [late, { day: after(each), from: 0, to: stop }];
    });
}

/**
 * Returns the periods of a favourite with exceptions. Each weekday is the next date of that name, beginning with
 * `today` (days since 1970-01-01), so an exception is visible in the seven days up to its date.
 */
export const datedStretchesOf = (
  times: Omit<WeeklyTimes, 'Enabled'>,
  exceptions: readonly SetException[],
  today: number,
): readonly Stretch[] =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((later): readonly Stretch[] => {
    const of = today + later;
    const only = (day: Weekday) => tableOf(weekdays, (each) => (each === day ? 1 : 0));
    const stretches = ({ start, stop }: FavouriteRun) => stretchesOf(only(weekdayOf(of)), start, stop);
    const week = times.DaysEnabled[weekdayOf(of)] === 1 ? stretches(weeklyTimesOf(times)) : [];
    const exception = exceptionOn(exceptions, of);
    if (exception === undefined) return week;
    const date = toDate(of);
    const own = isHoliday(exception) ? undefined : runOf(exception);
    const { start } = weeklyTimesOf(times);
    const hadBegun = start !== undefined && of * minutesInDay + start <= exception.setAt;
    return [
      ...(hadBegun ? week : week.map((one) => ({ ...one, skippedOn: date }))),
      ...(own === undefined ? [] : stretches(own).map((one) => ({ ...one, onceOn: date }))),
    ];
  });

/** An item in one of several lanes, next to others at the same time. */
type Laid<One> = One & { readonly lane: number; readonly lanes: number };

/** Places the items of one day in lanes without overlaps; returns them in chronological order. */
export function layOut<One extends Pick<Stretch, 'from' | 'to'>>(
  stretches: readonly One[],
): readonly Laid<One>[] {
  const laid: Laid<One>[] = [];
  let together: { one: One; lane: number }[] = [];
  let ends: number[] = [];
  const close = () => {
    laid.push(...together.map(({ one, lane }) => ({ ...one, lane, lanes: ends.length })));
    together = [];
    ends = [];
  };
  for (const one of stretches.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (ends.every((end) => end <= one.from)) close();
    const free = ends.findIndex((end) => end <= one.from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = one.to;
    together.push({ one, lane });
  }
  close();
  return laid;
}

/** Formats a time for a time input; empty if the time is disabled. */
export function toTimeText(minute: number | undefined): string {
  if (minute === undefined) return '';
  const { h, m } = toHourAndMinute(minute);
  return [h, m].map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * Converts the text of a time input to an hour and a minute, or to the values that disable the time if the text is
 * empty.
 */
export function fromTimeText(
  text: string,
  off: { readonly h: number; readonly m: number },
): { readonly h: number; readonly m: number } {
  const [, h, m] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  return h === undefined || m === undefined ? off : { h: Number(h), m: Number(m) };
}

import { ok, type Reason, type Result, refuse } from '@plenum/protocol/refusal';
import {
  exceptionsOf,
  type FavouriteException,
  type Holiday,
  isHoliday,
  maxExceptions,
  minutesInDay,
  runOf,
  runsOn,
  type SetException,
  stopOf,
  toDay,
  weeklyRunOn,
} from '@plenum/protocol/schedule';
import type { Device } from '../device/device.ts';
import { favouriteOf, timesOf } from './weekly-times.ts';
import { endOf, instantOf, localMinuteOf, minute } from './window.ts';

type Dated = Exclude<FavouriteException, Holiday>;

interface Admission {
  readonly device: Device;
  /** All exceptions except those that the new one replaces. */
  readonly others: readonly SetException[];
  readonly setAt: number;
}

const refuseDate = (why: Reason, path: readonly string[], input: string) =>
  refuse('not-available', { path, input, facts: { what: 'run-date', ...why } });

const admitHoliday = (holiday: Holiday, { others, setAt }: Admission): Result<undefined> => {
  const { date, until } = holiday;
  if (toDay(until) * minutesInDay <= setAt)
    return refuseDate({ reason: 'past' }, ['holiday', 'until'], until);
  const isTaken = others.some((one) => isHoliday(one) && one.date < until && date < one.until);
  return isTaken ? refuseDate({ reason: 'another-holiday' }, ['holiday', 'date'], date) : ok(undefined);
};

const admitDated = (exception: Dated, { device, others, setAt }: Admission): Result<undefined> => {
  const { index, date, stop } = exception;
  const path = ['exception', 'date'];
  const favourite = favouriteOf(device.datagrams(), exception);
  const times = timesOf(favourite);
  if (times === undefined) {
    const of = { path: ['exception', 'index'], input: index };
    if (favourite === undefined) return refuse('unused-favourite', { ...of, facts: { index } });
    const facts = { what: 'favourite', reason: 'times-not-shown' } as const;
    return refuse('not-available', { ...of, facts });
  }
  const day = toDay(date);
  const weekly = weeklyRunOn(times, day);
  const run = runOf(exception) ?? weekly;
  if (run?.start === undefined) {
    const facts = { what: 'skipped-run', reason: 'no-timed-start', date } as const;
    return refuse('not-available', { path, input: date, facts });
  }
  const start = day * minutesInDay + run.start;
  if (instantOf(start, device.timeZone()) <= device.at() + minute)
    return refuseDate({ reason: 'started-already' }, path, date);
  const own = exceptionsOf(others, exception);
  const begun = weekly !== undefined && day * minutesInDay + (weekly.start ?? 0) <= setAt ? [weekly] : [];
  const lastsInto = (of: number) => (one: typeof run) =>
    one.start !== undefined && (stopOf(one, of) ?? 0) > start;
  if (runsOn(times, own, day - 1).some(lastsInto(day - 1)) || begun.some(lastsInto(day)))
    return refuseDate({ reason: 'still-runs' }, path, date);
  const end = endOf(run, day);
  const next = runsOn(times, own, day + 1);
  if (next.some((one) => one.start !== undefined && (day + 1) * minutesInDay + one.start <= end)) {
    const facts = { what: 'run-stop', reason: 'starts-again' } as const;
    return refuse('not-available', { path: ['exception', 'stop'], input: stop ?? date, facts });
  }
  return ok(undefined);
};

/** Returns an exception in its stored form, or the reason for a refusal. */
export function admit(
  exception: FavouriteException,
  device: Device,
  others: readonly SetException[],
): Result<SetException> {
  const setAt = localMinuteOf(device.at(), device.timeZone());
  const admission = { device, others, setAt };
  const admitted = isHoliday(exception)
    ? admitHoliday(exception, admission)
    : admitDated(exception, admission);
  if (!admitted.ok) return admitted;
  if (others.length >= maxExceptions) {
    const path = [isHoliday(exception) ? 'holiday' : 'exception', 'date'];
    return refuse('too-many', { path, facts: { length: others.length + 1, max: maxExceptions } });
  }
  return ok({ ...exception, setAt });
}

import type { DatabaseSync } from 'node:sqlite';
import type { Result } from '@plenum/protocol/refusal';
import type { WeeklyTimes } from '@plenum/protocol/schedule';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';
import { type FavouriteRef, hasSameTimes, parts } from './weekly-times.ts';

/** The week of a favourite whose device temporarily holds other times. */
export interface KeptWeek extends FavouriteRef {
  /** The week shown to all clients and restored on the device. */
  readonly week: WeeklyTimes;
  /** The times that were given to the device and that it has shown. */
  readonly shown: WeeklyTimes;
  /** The times that were given to the device and that it has not shown yet. */
  readonly sent?: WeeklyTimes;
  /** Times given to the device earlier, the newest last: the device may show them late. */
  readonly given: readonly WeeklyTimes[];
  /** The exception for which the device holds other times; undefined while the week is being restored. */
  readonly exception?: string;
}

/** The weeks that a data folder keeps. */
export interface KeptWeeks {
  all(): readonly KeptWeek[];
  find(of: FavouriteRef): KeptWeek | undefined;
  /** Durable when it returns. */
  put(kept: KeptWeek): Result<undefined>;
  remove(of: FavouriteRef): Result<undefined>;
}

const key = 'favourite-weeks';

export function openKeptWeeks(db: DatabaseSync): KeptWeeks {
  const settings = createSettings(db);
  let all = (settings.read(key) ?? []) as readonly KeptWeek[];
  const isOf = (of: FavouriteRef) => (one: KeptWeek) => one.kind === of.kind && one.index === of.index;
  const store = (next: readonly KeptWeek[]): Result<undefined> => {
    const stored = transact(db, () => settings.write(key, next));
    if (stored.ok) all = next;
    return stored;
  };
  const without = (of: FavouriteRef) => all.filter((one) => !isOf(of)(one));
  return {
    all: () => all,
    find: (of) => all.find(isOf(of)),
    put: (kept) => store([...without(kept), kept]),
    remove: (of) => store(without(of)),
  };
}

/**
 * Returns a kept week after its device has shown some times. Times that differ from all those given to the device were
 * set by a person at the wall: they become part of the week, and are not overwritten.
 */
export function withShown(kept: KeptWeek, now: WeeklyTimes): KeptWeek {
  let { week, shown, sent } = kept;
  const ours = [shown, ...kept.given, ...(sent === undefined ? [] : [sent])];
  for (const { isEqual, of } of parts) {
    if (ours.some((one) => isEqual(now, one))) continue;
    week = { ...week, ...of(now, week) };
    shown = { ...shown, ...of(now, shown) };
    sent = sent && { ...sent, ...of(now, sent) };
  }
  return week === kept.week ? kept : { ...kept, week, shown, ...(sent !== undefined && { sent }) };
}

/**
 * Exceptions follow one another, and each attempt to restore the week may send different times, so this is more than
 * enough to remember.
 */
const maxGiven = 8;

/** Returns a kept week after its device was given other times. */
export function withSent(kept: KeptWeek, sent: WeeklyTimes): KeptWeek {
  const given = kept.given.filter((one) => !hasSameTimes(one, sent));
  return { ...kept, sent, given: [...given, sent].slice(-maxGiven) };
}

/**
 * Returns a kept week once its device has shown the times given to it; undefined if those were the times of the week
 * itself, because the week is then restored.
 */
export function withConfirmed(kept: KeptWeek, sent: WeeklyTimes): KeptWeek | undefined {
  if (kept.exception === undefined && hasSameTimes(kept.week, sent)) return undefined;
  const { sent: later, ...rest } = kept;
  const isStill = later === undefined || hasSameTimes(later, sent);
  return { ...rest, shown: sent, ...(!isStill && { sent: later }) };
}

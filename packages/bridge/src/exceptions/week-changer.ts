import type { AnyCommand } from '@plenum/protocol/command';
import { findDatagram } from '@plenum/protocol/component';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import {
  exceptionsOf,
  isHoliday,
  minutesInDay,
  runOf,
  type SetException,
  stopOf,
  toDay,
  type WeeklyTimes,
  weeklyRunOn,
} from '@plenum/protocol/schedule';
import type { Device } from '../device/device.ts';
import { type KeptWeek, type KeptWeeks, withConfirmed, withSent, withShown } from './kept-week.ts';
import {
  commandsTo,
  datedKinds,
  duringOf,
  type FavouriteRef,
  favouriteOf,
  hasSameTimes,
  timesOf,
} from './weekly-times.ts';
import { localMinuteOf, windowOf } from './window.ts';

/**
 * Sends commands to the device; resolves to OK once the device has shown all of them. The commands are not recorded as
 * events, because the week itself does not change.
 */
const sendConfirmed = async (device: Device, commands: readonly AnyCommand[]): Promise<Result<undefined>> =>
  commands.length === 0
    ? ok(undefined)
    : device.commandFor({ by: { over: 'schedule' }, untilConfirmed: true }, ...commands);

/** True if, on a device with these weekly times, a run is in progress or stops in this minute. */
const isRunning = (times: WeeklyTimes, localMinute: number): boolean => {
  const today = Math.floor(localMinute / minutesInDay);
  return [today, today - 1].some((day) => {
    const run = weeklyRunOn(times, day);
    const stop = run && stopOf(run, day);
    if (run?.start === undefined || stop === undefined) return false;
    return day * minutesInDay + run.start <= localMinute && localMinute <= stop;
  });
};

/** True if the run of an exception begins in the next minute, or has begun. */
const isDue = (exception: SetException, localMinute: number): boolean => {
  const start = isHoliday(exception) ? undefined : runOf(exception)?.start;
  return start !== undefined && toDay(exception.date) * minutesInDay + start - 1 <= localMinute;
};

export const nameOf = ({ kind, index }: FavouriteRef): string => `${kind} ${index}`;

interface WeekChangerDeps {
  /** The real device, with the times that it currently holds. */
  readonly device: Device;
  readonly exceptions: () => readonly SetException[];
  readonly kept: KeptWeeks;
  /** Called when the kept week of a favourite may have changed. */
  readonly onChange: () => void;
}

/** For exceptions, changes the only week that a real device has, and restores this week afterwards (decisions/023). */
interface WeekChanger {
  /** Updates the kept weeks with the current state of the device. */
  readonly takeShown: () => void;
  /** Sends a favourite the times that it should have now. */
  readonly change: (of: FavouriteRef) => Promise<Result<undefined>>;
  /** Returns the favourites that may need other times. */
  readonly favourites: () => readonly FavouriteRef[];
}

export function createWeekChanger({ device, exceptions, kept, onChange }: WeekChangerDeps): WeekChanger {
  const nowOf = ({ kind, index }: FavouriteRef) => timesOf(findDatagram(device.datagrams(), kind, index));

  /**
   * Returns the exception that applies to a favourite now. An exception for one date takes precedence over a holiday,
   * and an earlier one over a later one because its run may last into the next day.
   */
  const findCurrent = (of: FavouriteRef, week: WeeklyTimes): SetException | undefined => {
    const at = device.at();
    const current = exceptionsOf(exceptions(), of).filter((one) => {
      const { from, to } = windowOf(one, week, device.timeZone());
      return from <= at && at < to;
    });
    const byDate = current.toSorted((a, b) => a.date.localeCompare(b.date));
    return byDate.find((one) => !isHoliday(one)) ?? byDate[0];
  };

  /**
   * Time at which each favourite was last given other times. Until a device is read again, the known state may only
   * repeat the times sent to it.
   */
  const sentAt = new Map<string, number>();
  const isReadSince = (of: FavouriteRef): boolean => {
    const read = device.readAt(of.kind, of.index);
    return read === undefined || read >= (sentAt.get(nameOf(of)) ?? read);
  };

  const store = (of: FavouriteRef, next: KeptWeek | undefined): Result<undefined> => {
    const stored = next === undefined ? kept.remove(of) : kept.put(next);
    if (stored.ok) onChange();
    return stored;
  };

  /**
   * Returns the week to keep for a favourite before its device is given other times; undefined if the device already
   * has the right week and can keep it.
   */
  const plan = (of: FavouriteRef, now: WeeklyTimes): KeptWeek | undefined => {
    const isUsed = favouriteOf(device.datagrams(), of) !== undefined;
    const before = kept.find(of);
    const merged = before && withShown(before, now);
    // A favourite without a name cannot be enabled.
    const found = merged && !isUsed ? { ...merged, week: { ...merged.week, Enabled: 0 } } : merged;
    const week = found?.week ?? now;
    const localMinute = localMinuteOf(device.at(), device.timeZone());
    const current = isUsed ? findCurrent(of, week) : undefined;
    if (found === undefined) {
      // A run in progress has to stop; switching the favourite off would not stop it.
      if (current === undefined || (isRunning(now, localMinute) && !isDue(current, localMinute)))
        return undefined;
      const sent = duringOf(current, week);
      if (hasSameTimes(sent, now)) return undefined;
      const exception = JSON.stringify(current);
      return withSent({ ...of, week, shown: now, given: [], exception }, sent);
    }
    const { exception: _, ...rest } = found;
    if (current === undefined) {
      const isSent =
        found.exception === undefined && found.sent !== undefined && hasSameTimes(found.sent, week);
      return isSent ? found : withSent(rest, week);
    }
    const exception = JSON.stringify(current);
    return exception === found.exception ? found : withSent({ ...rest, exception }, duringOf(current, week));
  };

  /** Makes one attempt; resolves to true if more commands are needed. */
  const attempt = async (of: FavouriteRef): Promise<Result<boolean>> => {
    const now = nowOf(of);
    if (now === undefined) return kept.find(of) === undefined ? ok(false) : refuse('internal');
    const next = plan(of, now);
    if (next === undefined) return ok(false);
    // Stored before anything is sent, so that a crash in between loses nothing.
    const stored = next === kept.find(of) ? ok(undefined) : store(of, next);
    if (!stored.ok) return stored;
    const { sent } = next;
    if (sent === undefined) return ok(false);
    const commands = commandsTo(of, sent, now);
    if (commands.length > 0) sentAt.set(nameOf(of), device.at());
    const done = await sendConfirmed(device, commands);
    if (!done.ok) return done;
    const after = nowOf(of);
    const current = kept.find(of);
    if (after === undefined || current === undefined) return ok(false);
    const merged = withShown(current, after);
    const isShown = isReadSince(of) && hasSameTimes(after, merged.sent ?? sent);
    const result = isShown ? withConfirmed(merged, after) : merged;
    const isStored = result === current ? ok(undefined) : store(of, result);
    if (!isStored.ok) return isStored;
    // A person may have changed the week while it was being restored.
    return ok(isShown && result !== undefined && result.exception === undefined);
  };

  return {
    takeShown: () => {
      for (const one of kept.all()) {
        const now = nowOf(one);
        const next = now && withShown(one, now);
        if (next !== undefined && next !== one) kept.put(next);
      }
    },
    change: async (of) => {
      for (;;) {
        const done = await attempt(of);
        if (!done.ok) return done;
        if (!done.value) return ok(undefined);
      }
    },
    favourites: () =>
      datedKinds.flatMap((kind) =>
        device
          .datagrams()
          [kind].map(({ Index: index }) => ({ kind, index }))
          .filter((of) => kept.find(of) !== undefined || exceptionsOf(exceptions(), of).length > 0),
      ),
  };
}

import type { DatabaseSync } from 'node:sqlite';
import { type Clock, every } from '@plenum/machine';
import { type AnyCommand, type CommandName, checkCommand } from '@plenum/protocol/command';
import { type Datagrams, findDatagram } from '@plenum/protocol/component';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import {
  type FavouriteException,
  type FavouriteExceptionRef,
  type KeptException,
  maxExceptions,
} from '@plenum/protocol/schedule';
import type { Device } from '../device/device.ts';
import type { Log } from '../log/log.ts';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';
import { duringOf, hasSameTimes, hasSameWeek, startsAt, type Times, timesOf, windowOf } from './window.ts';

/**
 * Where a simulated house waits: it does not pass `at()` until that changes, and calls `reached` there. So nothing that is due in
 * the house is left out, however fast its time passes.
 */
export interface Pause {
  at(): number | undefined;
  reached(): void;
}

/** Exceptions to the weekly times of favourites: one is skipped once, or runs at other times on one date. */
export interface Exceptions {
  readonly pause: Pause;
  list(): readonly KeptException[];
  /** Keeps an exception, in place of one for the same favourite and date; durable when it resolves. */
  add(exception: FavouriteException): Promise<Result<undefined>>;
  /** Ends one, and restores the favourite where it applies; one that is not there has ended already. */
  end(which: FavouriteExceptionRef): Promise<Result<undefined>>;
  /** Changes and restores the favourites of a device at the right times, until it is disposed of. */
  run(device: Device): Disposable;
}

export interface ExceptionsDeps {
  readonly db: DatabaseSync;
  readonly clock: Clock;
  readonly log: Log;
  /** Nothing is changed then. */
  readonly readOnly: boolean;
}

/** An exception in the store; `before` are the times that the favourite gets back, from when they are changed. */
interface Stored extends FavouriteException {
  readonly from: number;
  readonly to: number;
  readonly before?: Times;
}

type Family = FavouriteExceptionRef['kind'];

/** The commands that change the times of a favourite, and the member that enables them. */
const families: Readonly<Record<Family, { settings: CommandName; enable: CommandName; flag: string }>> = {
  schedule: { settings: 'SchedSettings', enable: 'SchedEnable', flag: 'Enabled' },
  splitFavourite: {
    settings: 'SplitSystemScheduleSettings',
    enable: 'SplitSystemScheduleEnable',
    flag: 'En',
  },
};

const isApplied = ({ before }: Stored): boolean => before !== undefined;

const key = 'favourite-exceptions';
const checkEvery = 5_000;
const minute = 60_000;

const isSame = (one: FavouriteExceptionRef, other: FavouriteExceptionRef) =>
  one.kind === other.kind && one.index === other.index && one.date === other.date;

const favouriteOf = (datagrams: Datagrams, { kind, index }: FavouriteExceptionRef) => {
  const found = findDatagram(datagrams, kind, index);
  return found === undefined || found.Name === '' ? undefined : found;
};

const command = (name: CommandName, body: object): AnyCommand => {
  const checked = checkCommand({ [name]: body });
  if (!checked.ok) throw new Error(`The times of a favourite are refused: ${checked.refusal.code}.`);
  return checked.value;
};

/** The commands that give a favourite other times; none where it has them. */
const commandsTo = (wanted: Times, now: Times, { kind, index }: FavouriteExceptionRef): AnyCommand[] => {
  const { settings, enable, flag } = families[kind];
  const { Enabled, ...week } = wanted;
  return [
    ...(hasSameWeek(wanted, now) ? [] : [command(settings, { Index: index, ...week })]),
    ...(Enabled === now.Enabled ? [] : [command(enable, { Index: index, [flag]: Enabled })]),
  ];
};

/** Opens the exceptions that a data folder keeps (decisions/023). */
export const openExceptions = ({ db, clock, log, readOnly }: ExceptionsDeps): Exceptions => {
  const settings = createSettings(db);
  let kept = (settings.read(key) ?? []) as readonly Stored[];
  let running: Device | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  /** Where the house waits while a favourite is being changed. */
  let heldAt: number | undefined;
  /** Those whose commands were refused; a house does not wait for them. */
  const failed = new Set<string>();
  const nameOf = ({ kind, index, date }: FavouriteExceptionRef) => `${kind} ${index} ${date}`;

  const store = (next: readonly Stored[]): Result<undefined> => {
    const stored = transact(db, () => settings.write(key, next));
    if (stored.ok) kept = next;
    return stored;
  };
  const without = (one: FavouriteExceptionRef) => kept.filter((each) => !isSame(each, one));
  const appliedTo = ({ kind, index }: FavouriteExceptionRef) =>
    kept.find((one) => isApplied(one) && one.kind === kind && one.index === index);
  /** The weekly times of a favourite, also while an exception changes them; undefined where it is not used. */
  const weekOf = (device: Device, one: FavouriteExceptionRef): Times | undefined => {
    const favourite = favouriteOf(device.datagrams(), one);
    return favourite && (appliedTo(one)?.before ?? timesOf(favourite));
  };
  const zoneOf = (device: Device) => device.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

  const send = async (device: Device, commands: readonly AnyCommand[]): Promise<Result<undefined>> =>
    commands.length === 0 ? ok(undefined) : device.command(...commands);

  /** Changes the favourite. What it gets back is stored before, so that a crash between the two loses nothing. */
  const apply = async (device: Device, one: Stored): Promise<Result<undefined>> => {
    const favourite = favouriteOf(device.datagrams(), one);
    if (favourite === undefined) return store(without(one));
    const before = one.before ?? timesOf(favourite);
    const stored = store([...without(one), { ...one, before }]);
    if (!stored.ok) return stored;
    return send(device, commandsTo(duringOf(one, before), timesOf(favourite), one));
  };

  /** Restores the favourite, unless somebody gave it other times meanwhile: those stay. */
  const restore = async (device: Device, one: Stored): Promise<Result<undefined>> => {
    const favourite = favouriteOf(device.datagrams(), one);
    if (favourite !== undefined && one.before !== undefined) {
      const now = timesOf(favourite);
      const isOurs = hasSameTimes(now, duringOf(one, one.before));
      const done = await send(device, isOurs ? commandsTo(one.before, now, one) : []);
      if (!done.ok) return done;
    }
    return store(without(one));
  };

  /** What an exception needs at an instant; undefined where it is as it should be. */
  const dueOf = (device: Device, one: Stored, at: number) => {
    if (one.before === undefined) {
      if (at >= one.to) return restore;
      return at >= one.from && appliedTo(one) === undefined ? apply : undefined;
    }
    if (at >= one.to) return restore;
    const favourite = favouriteOf(device.datagrams(), one);
    // A crash between storing and commanding, or a command that was refused.
    const isUnchanged = favourite !== undefined && hasSameTimes(timesOf(favourite), one.before);
    const isMeant = favourite !== undefined && hasSameTimes(duringOf(one, one.before), one.before);
    return isUnchanged && !isMeant && failed.has(nameOf(one)) ? apply : undefined;
  };

  const attempt = async (device: Device, one: Stored): Promise<Result<undefined>> => {
    const act = dueOf(device, one, device.at());
    if (act === undefined) return ok(undefined);
    heldAt = device.at();
    try {
      return await act(device, one);
    } catch (error) {
      log.error({ err: error, exception: nameOf(one) }, 'an exception of a favourite failed');
      return refuse('internal');
    } finally {
      heldAt = undefined;
    }
  };
  /** Those that are over first: a favourite is restored before another exception of it applies. */
  const check = async (device: Device): Promise<void> => {
    const applied = kept.filter(isApplied);
    for (const one of [...applied, ...kept.filter((each) => !applied.includes(each))]) {
      const done = await attempt(device, one);
      if (done.ok) failed.delete(nameOf(one));
      else {
        failed.add(nameOf(one));
        log.warn({ exception: nameOf(one), refusal: done.refusal.code }, 'a favourite could not be changed');
      }
    }
  };

  /** Takes turns, so that no exception is applied twice. */
  const inTurn = <T>(act: (device: Device) => Promise<T>): Promise<T> | undefined => {
    const device = running;
    if (device === undefined) return undefined;
    const next = turn.then(() => act(device));
    turn = next.catch((error: unknown) => log.error({ err: error }, 'the exceptions of favourites failed'));
    return next;
  };
  let isChecking = false;
  const tick = () => {
    if (isChecking || kept.length === 0 || running === undefined) return;
    isChecking = true;
    void inTurn(check)?.finally(() => {
      isChecking = false;
    });
  };

  /** Follows the weekly times of the favourites whose exceptions are still to come. */
  const follow = (device: Device) => {
    const next = kept.map((one) => {
      const week = isApplied(one) ? undefined : weekOf(device, one);
      const window = week && windowOf(one, week, zoneOf(device));
      return window?.ok ? { ...one, ...window.value } : one;
    });
    if (next.some(({ from, to }, place) => from !== kept[place]!.from || to !== kept[place]!.to)) store(next);
  };

  const admit = (device: Device, exception: FavouriteException): Result<Stored> => {
    const times = weekOf(device, exception);
    if (times === undefined)
      return refuse('unused-favourite', {
        path: ['exception', 'index'],
        input: exception.index,
        facts: { index: exception.index },
      });
    const path = ['exception', 'date'];
    const input = exception.date;
    const window = windowOf(exception, times, zoneOf(device));
    if (!window.ok) return window;
    if (startsAt(exception, times, zoneOf(device)) <= device.at() + minute) {
      const facts = { what: 'This date', why: 'the favourite would have started already' };
      return refuse('not-available', { path, input, facts });
    }
    const { from, to } = window.value;
    const others = without(exception);
    const isTaken = others.some(
      (one) => one.kind === exception.kind && one.index === exception.index && one.from < to && from < one.to,
    );
    if (isTaken) {
      const facts = { what: 'This date', why: 'another exception of the favourite lasts into it' };
      return refuse('not-available', { path, input, facts });
    }
    if (others.length >= maxExceptions)
      return refuse('too-many', { path, facts: { length: others.length + 1, max: maxExceptions } });
    return ok({ ...exception, from, to });
  };

  const end = async (device: Device, which: FavouriteExceptionRef): Promise<Result<undefined>> => {
    const found = kept.find((one) => isSame(one, which));
    return found === undefined ? ok(undefined) : restore(device, found);
  };
  const notRunning = () => refuse('not-stored', { facts: { why: 'it is not running' } });

  return {
    pause: {
      at: () => {
        if (readOnly) return undefined;
        if (heldAt !== undefined) return heldAt;
        const due = kept
          .filter((one) => !failed.has(nameOf(one)))
          .map(({ before, from, to }) => (before === undefined ? from : to));
        return due.length === 0 ? undefined : Math.min(...due);
      },
      reached: tick,
    },
    list: () =>
      kept
        .map(({ before, ...one }) => ({ ...one, isApplied: before !== undefined }))
        .toSorted((a, b) => a.from - b.from),
    add: async (exception) =>
      (await inTurn(async (device) => {
        const admitted = admit(device, exception);
        if (!admitted.ok) return admitted;
        const cleared = await end(device, exception);
        if (!cleared.ok) return cleared;
        const stored = store([...without(exception), admitted.value]);
        if (stored.ok) await check(device);
        return stored;
      })) ?? notRunning(),
    end: async (which) => (await inTurn((device) => end(device, which))) ?? notRunning(),
    run: (device) => {
      if (readOnly) return { [Symbol.dispose]: () => {} };
      running = device;
      // Those whose commands may not have been sent before the bridge stopped.
      for (const one of kept.filter(isApplied)) failed.add(nameOf(one));
      const unsubscribe = device.subscribe(({ changed }) => {
        if (kept.length > 0 && changed.some(({ kind }) => Object.hasOwn(families, kind))) follow(device);
      });
      const cancel = every(clock, checkEvery, tick);
      tick();
      return {
        [Symbol.dispose]: () => {
          cancel();
          unsubscribe();
          running = undefined;
        },
      };
    },
  };
};

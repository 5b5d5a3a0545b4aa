import type { DatabaseSync } from 'node:sqlite';
import { type Clock, every } from '@plenum/machine';
import { ok, type RefusalCode, type Result, refuse } from '@plenum/protocol/refusal';
import type { FavouriteException, FavouriteExceptionRef, KeptException } from '@plenum/protocol/schedule';
import type { Device } from '../device/device.ts';
import type { Log } from '../log/log.ts';
import { admit, zoneOf } from './admit.ts';
import {
  type ExceptionStore,
  isApplied,
  isSame,
  openExceptionStore,
  type Stored,
} from './exception-store.ts';
import { apply, type Change, families, isLeftUnchanged, restore, weekOf } from './favourite-changes.ts';
import { windowOf } from './window.ts';

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

const checkEvery = 5_000;

const nameOf = ({ kind, index, date }: FavouriteExceptionRef) => `${kind} ${index} ${date}`;

/** Follows the weekly times of the favourites whose exceptions are still to come. */
const follow = (device: Device, store: ExceptionStore) => {
  const kept = store.all();
  const next = kept.map((one) => {
    const week = isApplied(one) ? undefined : weekOf(device, store, one);
    const window = week && windowOf(one, week, zoneOf(device));
    return window?.ok ? { ...one, ...window.value } : one;
  });
  if (next.some(({ from, to }, place) => from !== kept[place]!.from || to !== kept[place]!.to))
    store.replace(next);
};

/** Applies and restores what is due, and knows which of it was refused. */
const createDueChanges = (store: ExceptionStore, log: Log) => {
  /** Where the house waits while a favourite is being changed. */
  let heldAt: number | undefined;
  /** Those whose commands were refused, and why if that is known; a house does not wait for them. They are tried again each check. */
  const failed = new Map<string, RefusalCode | undefined>();

  /** What an exception needs at an instant; undefined where it is as it should be. */
  const dueOf = (device: Device, one: Stored, at: number): Change | undefined => {
    if (at >= one.to) return restore;
    if (!isApplied(one)) return at >= one.from && store.appliedTo(one) === undefined ? apply : undefined;
    return failed.has(nameOf(one)) && isLeftUnchanged(device, one) ? apply : undefined;
  };
  const attempt = async (device: Device, one: Stored): Promise<Result<undefined>> => {
    try {
      const change = dueOf(device, one, device.at());
      if (change === undefined) return ok(undefined);
      heldAt = device.at();
      return await change(device, store, one);
    } catch (error) {
      if (failed.get(nameOf(one)) !== 'internal')
        log.error({ err: error, exception: nameOf(one) }, 'an exception of a favourite failed');
      return refuse('internal');
    } finally {
      heldAt = undefined;
    }
  };
  return {
    /** Those that are over first: a favourite is restored before another exception of it applies. */
    check: async (device: Device): Promise<void> => {
      const applied = store.all().filter(isApplied);
      for (const one of [...applied, ...store.all().filter((each) => !applied.includes(each))]) {
        const done = await attempt(device, one);
        const exception = nameOf(one);
        if (done.ok) {
          failed.delete(exception);
          continue;
        }
        const { code: refusal } = done.refusal;
        if (failed.get(exception) !== refusal)
          log.warn({ exception, refusal }, 'a favourite could not be changed');
        failed.set(exception, refusal);
      }
    },
    /** The commands of these may not have been sent before the bridge stopped. */
    doubtApplied: () => {
      for (const one of store.all().filter(isApplied)) failed.set(nameOf(one), undefined);
    },
    /** The instant of the next change, or that of the change under way. */
    nextAt: (): number | undefined => {
      if (heldAt !== undefined) return heldAt;
      const due = store
        .all()
        .filter((one) => !failed.has(nameOf(one)))
        .map((one) => (isApplied(one) ? one.to : one.from));
      return due.length === 0 ? undefined : Math.min(...due);
    },
  };
};

/** Opens the exceptions that a data folder keeps (decisions/023). */
export const openExceptions = ({ db, clock, log, readOnly }: ExceptionsDeps): Exceptions => {
  const store = openExceptionStore(db);
  const changes = createDueChanges(store, log);
  let running: Device | undefined;
  let turn: Promise<unknown> = Promise.resolve();
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
    if (isChecking || store.all().length === 0 || running === undefined) return;
    isChecking = true;
    const done = () => {
      isChecking = false;
    };
    // A failure is logged by `inTurn`.
    void inTurn(changes.check)?.then(done, done);
  };
  const end = async (device: Device, which: FavouriteExceptionRef): Promise<Result<undefined>> => {
    const found = store.all().find((one) => isSame(one, which));
    return found === undefined ? ok(undefined) : restore(device, store, found);
  };
  const add = async (device: Device, exception: FavouriteException): Promise<Result<undefined>> => {
    const admitted = admit(device, store, exception);
    if (!admitted.ok) return admitted;
    const cleared = await end(device, exception);
    if (!cleared.ok) return cleared;
    const stored = store.replace([...store.without(exception), admitted.value]);
    if (stored.ok) await changes.check(device);
    return stored;
  };
  const notRunning = () => refuse('not-stored', { facts: { why: 'it is not running' } });

  return {
    pause: { at: () => (readOnly ? undefined : changes.nextAt()), reached: tick },
    list: () =>
      store
        .all()
        .map(({ before, ...one }) => ({ ...one, isApplied: before !== undefined }))
        .toSorted((a, b) => a.from - b.from),
    add: async (exception) => (await inTurn((device) => add(device, exception))) ?? notRunning(),
    end: async (which) => (await inTurn((device) => end(device, which))) ?? notRunning(),
    run: (device) => {
      if (readOnly) return { [Symbol.dispose]: () => {} };
      running = device;
      changes.doubtApplied();
      const unsubscribe = device.subscribe(({ changed }) => {
        if (store.all().length > 0 && changed.some(({ kind }) => Object.hasOwn(families, kind)))
          follow(device, store);
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

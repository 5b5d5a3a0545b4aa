import { createSerialQueue } from '@plenum/platform/serial-queue';
import type { EventOrigin, ExceptionEvent } from '@plenum/protocol/extension';
import { ok, type Result } from '@plenum/protocol/refusal';
import {
  type FavouriteException,
  type FavouriteExceptionRef,
  isHoliday,
  type KeptException,
  type SetException,
} from '@plenum/protocol/schedule';
import type { Device } from '../device/device.ts';
import type { History } from '../history/history.ts';
import type { LoggedTransact } from '../store/transact.ts';
import { admit } from './admit.ts';
import { type ExceptionStore, isSame } from './exception-store.ts';
import { favouriteOf, timesOf } from './weekly-times.ts';
import { windowOf } from './window.ts';

/**
 * The dates on which favourites differ from the weekly pattern: a layer over the week, which is not changed
 * (decisions/023).
 */
export interface Exceptions {
  /** Returns the exceptions that have not ended, in order of time. */
  list(): readonly KeptException[];
  /** Stores an exception, and removes an earlier one for the same favourite and date; durable when it resolves. */
  add(exception: FavouriteException, by: EventOrigin): Promise<Result<undefined>>;
  /** Removes an exception; one that does not exist has already ended. */
  end(which: FavouriteExceptionRef, by: EventOrigin): Promise<Result<undefined>>;
}

interface ExceptionsDeps {
  /** A device that shows the weeks of its favourites, even while an exception applies. */
  readonly device: Device;
  readonly store: ExceptionStore;
  /** Called after the exceptions have changed. */
  readonly onChange?: () => void;
  /** Records that an exception was set or removed. */
  readonly record: (event: ExceptionEvent) => void;
}

/** Returns a function that records exceptions in a history. */
export const recordIn =
  ({ events }: Pick<History, 'events'>, write: LoggedTransact) =>
  (event: ExceptionEvent): void =>
    void write('an exception of the history', () => events.add(event));

const toEvent = (
  at: number,
  exception: FavouriteException,
  more: Pick<ExceptionEvent, 'isRemoved' | 'by'>,
): ExceptionEvent => {
  const { date } = exception;
  const common = { what: 'exception', at, date, ...more } as const;
  if (isHoliday(exception))
    return { ...common, kind: 'schedule', index: 0, isHoliday: true, until: exception.until };
  const { kind, index, start, stop } = exception;
  const times = { ...(start !== undefined && { start }), ...(stop !== undefined && { stop }) };
  return { ...common, kind, index, isHoliday: false, ...times };
};

/** Creates the exceptions of a house. */
export function createExceptions({ device, store, onChange, record }: ExceptionsDeps): Exceptions {
  const list = (): readonly KeptException[] => {
    const at = device.at();
    return store
      .all()
      .map((one) => {
        const times = isHoliday(one) ? undefined : timesOf(favouriteOf(device.datagrams(), one));
        const window = windowOf(one, times, device.timeZone());
        return { ...one, ...window, isApplied: window.from <= at };
      })
      .filter(({ to }) => at < to)
      .toSorted((a, b) => a.from - b.from);
  };
  const othersThan = (which: FavouriteExceptionRef): SetException[] =>
    list()
      .filter((one) => !isSame(one, which))
      .map(({ from: _, to: __, isApplied: ___, ...one }) => one as SetException);

  const queue = createSerialQueue();
  /** Runs changes one after another, so that no change is lost. */
  const inTurn = (act: () => Promise<Result<undefined>>): Promise<Result<undefined>> =>
    queue(act).finally(onChange);
  return {
    list,
    add: (exception, by) =>
      inTurn(async () => {
        const others = othersThan(exception);
        const admitted = admit(exception, device, others);
        const stored = admitted.ok ? await store.replace([...others, admitted.value]) : admitted;
        if (stored.ok) record(toEvent(device.at(), exception, { isRemoved: false, by }));
        return stored;
      }),
    end: (which, by) =>
      inTurn(async () => {
        const ended = store.all().find((one) => isSame(one, which));
        if (ended === undefined) return ok(undefined);
        const stored = await store.replace(othersThan(which));
        if (stored.ok) record(toEvent(device.at(), ended, { isRemoved: true, by }));
        return stored;
      }),
  };
}

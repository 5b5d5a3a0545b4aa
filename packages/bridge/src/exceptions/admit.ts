import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import { type FavouriteException, maxExceptions } from '@plenum/protocol/schedule';
import type { Device } from '../device/device.ts';
import type { ExceptionStore, Stored } from './exception-store.ts';
import { weekOf } from './favourite-changes.ts';
import { startsAt, windowOf } from './window.ts';

const minute = 60_000;

/** The time zone of a house; that of the machine where a device does not say it. */
export const zoneOf = (device: Device): string =>
  device.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An exception with the instants between which it applies, or why it cannot be kept. */
export const admit = (
  device: Device,
  store: ExceptionStore,
  exception: FavouriteException,
): Result<Stored> => {
  const times = weekOf(device, store, exception);
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
  const others = store.without(exception);
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

import { type AnyCommand, type CommandName, checkCommand } from '@plenum/protocol/command';
import { type Datagrams, findDatagram } from '@plenum/protocol/component';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { FavouriteExceptionRef } from '@plenum/protocol/schedule';
import type { Device } from '../device/device.ts';
import type { ExceptionStore, Stored } from './exception-store.ts';
import { duringOf, hasSameTimes, hasSameWeek, type Times, timesOf } from './window.ts';

type Family = FavouriteExceptionRef['kind'];

/** The commands that change the times of a favourite, and the member that enables them. */
export const families: Readonly<
  Record<Family, { settings: CommandName; enable: CommandName; flag: string }>
> = {
  schedule: { settings: 'SchedSettings', enable: 'SchedEnable', flag: 'Enabled' },
  splitFavourite: {
    settings: 'SplitSystemScheduleSettings',
    enable: 'SplitSystemScheduleEnable',
    flag: 'En',
  },
};

export const favouriteOf = (datagrams: Datagrams, { kind, index }: FavouriteExceptionRef) => {
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

/** The weekly times of a favourite, also while an exception changes them; undefined where it is not used. */
export const weekOf = (
  device: Device,
  store: ExceptionStore,
  one: FavouriteExceptionRef,
): Times | undefined => {
  const favourite = favouriteOf(device.datagrams(), one);
  return favourite && (store.appliedTo(one)?.before ?? timesOf(favourite));
};

const send = async (device: Device, commands: readonly AnyCommand[]): Promise<Result<undefined>> =>
  commands.length === 0 ? ok(undefined) : device.command(...commands);

/** Something that an exception does to its favourite. */
export type Change = (device: Device, store: ExceptionStore, one: Stored) => Promise<Result<undefined>>;

/** Changes the favourite. What it gets back is stored before, so that a crash between the two loses nothing. */
export const apply: Change = async (device, store, one) => {
  const favourite = favouriteOf(device.datagrams(), one);
  if (favourite === undefined) return store.replace(store.without(one));
  const before = one.before ?? timesOf(favourite);
  const stored = store.replace([...store.without(one), { ...one, before }]);
  if (!stored.ok) return stored;
  return send(device, commandsTo(duringOf(one, before), timesOf(favourite), one));
};

/** Restores the favourite, unless somebody gave it other times meanwhile: those stay. */
export const restore: Change = async (device, store, one) => {
  const favourite = favouriteOf(device.datagrams(), one);
  if (favourite !== undefined && one.before !== undefined) {
    const now = timesOf(favourite);
    const isOurs = hasSameTimes(now, duringOf(one, one.before));
    const done = await send(device, isOurs ? commandsTo(one.before, now, one) : []);
    if (!done.ok) return done;
  }
  return store.replace(store.without(one));
};

/** Whether an exception has applied, and its favourite still has the times of before: after a crash, or a refused command. */
export const isLeftUnchanged = (device: Device, one: Stored): boolean => {
  const favourite = favouriteOf(device.datagrams(), one);
  if (favourite === undefined || one.before === undefined) return false;
  const isMeant = hasSameTimes(duringOf(one, one.before), one.before);
  return !isMeant && hasSameTimes(timesOf(favourite), one.before);
};

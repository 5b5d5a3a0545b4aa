import { differsFromFavourite } from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { exceptionsOf, minutesInDay, runsOn, type SetException, stopOf } from '@plenum/protocol/schedule';
import type { CivilTime } from '../time/clock.ts';

type Favourite = DatagramOf<'schedule'>;
type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

/** The favourite that the house currently follows. */
export interface ActiveFavourite {
  readonly index: number;
  /** The minute of the day at which the favourite stops automatically; `undefined` if it does not. */
  readonly until: number | undefined;
  /** Number of rooms whose settings have changed since its start. */
  readonly changedRooms: number;
}

/** Returns the state of the unit after a favourite has been applied. */
export const unitOf = (unit: Unit, { Mode, Fan }: Favourite): Unit => ({
  ...unit,
  ...(unit.HvacOnOff !== 0 && { SysOn: 1 }),
  ...(unit.HvacMode !== 0 && { SysMode: Mode }),
  ...(unit.HvacFan !== 0 && { SysFan: Fan }),
});

/** Returns the state of the rooms after a favourite has been applied. */
export const zonesOf = (zones: readonly Zone[], { Zones }: Favourite): readonly Zone[] =>
  zones.map((zone) => ({ ...zone, ...Zones[zone.Index] }));

/**
 * Returns the favourite that the house follows, which the interface does not report. It is the favourite that started
 * last by time, while the unit still has its settings; otherwise the one that this page started, because a favourite
 * need not set all rooms; otherwise the first one whose settings match the unit and all rooms.
 */
export function activeFavourite(
  favourites: readonly Favourite[],
  { unit, zones }: { unit: Unit | undefined; zones: readonly Zone[] },
  now: Pick<CivilTime, 'day' | 'minute'>,
  {
    exceptions = [],
    started,
  }: { readonly exceptions?: readonly SetException[]; readonly started?: number } = {},
): ActiveFavourite | undefined {
  if (unit === undefined || unit.SysOn !== 1) return undefined;
  const fitting = favourites.filter(({ Name, Mode }) => Name !== '' && Mode === unit.SysMode);
  const minute = now.day * minutesInDay + now.minute;
  const running = fitting.flatMap((favourite) => {
    const own = exceptionsOf(exceptions, { kind: 'schedule', index: favourite.Index });
    return [now.day, now.day - 1].flatMap((day) =>
      runsOn(favourite, own, day).flatMap((run) => {
        const stop = stopOf(run, day);
        if (run.start === undefined || stop === undefined) return [];
        const age = minute - day * minutesInDay - run.start;
        return age >= 0 && minute < stop ? [{ favourite, until: run.stop, age }] : [];
      }),
    );
  });
  const [latest] = running.toSorted((a, b) => a.age - b.age);
  const changed = (favourite: Favourite) =>
    zones.filter((zone) => differsFromFavourite(zone, favourite)).length;
  if (latest !== undefined) {
    const { favourite, until } = latest;
    return { index: favourite.Index, until, changedRooms: changed(favourite) };
  }
  const asIs = fitting.filter((favourite) => favourite.Fan === unit.SysFan);
  const same =
    asIs.find(({ Index }) => Index === started) ?? asIs.find((favourite) => changed(favourite) === 0);
  return same && { index: same.Index, until: undefined, changedRooms: 0 };
}

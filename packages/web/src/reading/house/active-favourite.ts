import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { exceptionsOf, minutesInDay, runsOn, type SetException, stopOf } from '@plenum/protocol/schedule';
import { isSensed } from '@plenum/protocol/zone';
import type { CivilTime } from '../time/clock.ts';

type Favourite = DatagramOf<'schedule'>;
type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

/** The favourite whose settings the house has now. */
export interface ActiveFavourite {
  readonly index: number;
  /** The minute of the day at which it stops automatically; `undefined` if it does not. */
  readonly until: number | undefined;
  /** Number of rooms whose settings were changed since. */
  readonly changedRooms: number;
}

const { auto } = enumerations.zoneMode.values;

/** Returns the unit with the settings of a favourite. */
export const unitOf = (unit: Unit, { Mode, Fan }: Favourite): Unit => ({
  ...unit,
  ...(unit.HvacOnOff !== 0 && { SysOn: 1 }),
  ...(unit.HvacMode !== 0 && { SysMode: Mode }),
  ...(unit.HvacFan !== 0 && { SysFan: Fan }),
});

/** Returns the rooms with the settings of a favourite, if it sets them all. */
export const zonesOf = (zones: readonly Zone[], { Zones }: Favourite): readonly Zone[] =>
  zones.map((zone) => ({ ...zone, ...Zones[zone.Index] }));

const differs = (zone: Zone, { Zones }: Favourite): boolean => {
  const entry = Zones[zone.Index];
  if (entry === undefined) return false;
  return (
    zone.Mode !== entry.Mode || (entry.Mode === auto && isSensed(zone) && zone.Setpoint !== entry.Setpoint)
  );
};

/**
 * Returns the favourite that the house follows. The interface does not report it. It is the favourite that started last
 * by time, while the unit still has its settings; or the one that was started from this page, because a favourite need
 * not set all rooms; or else the first whose settings the unit and all rooms have.
 */
export const activeFavourite = (
  favourites: readonly Favourite[],
  { unit, zones }: { unit: Unit | undefined; zones: readonly Zone[] },
  now: Pick<CivilTime, 'day' | 'minute'>,
  {
    exceptions = [],
    started,
  }: { readonly exceptions?: readonly SetException[]; readonly started?: number } = {},
): ActiveFavourite | undefined => {
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
  const changed = (favourite: Favourite) => zones.filter((zone) => differs(zone, favourite)).length;
  if (latest !== undefined) {
    const { favourite, until } = latest;
    return { index: favourite.Index, until, changedRooms: changed(favourite) };
  }
  const asIs = fitting.filter((favourite) => favourite.Fan === unit.SysFan);
  const same =
    asIs.find(({ Index }) => Index === started) ?? asIs.find((favourite) => changed(favourite) === 0);
  return same && { index: same.Index, until: undefined, changedRooms: 0 };
};

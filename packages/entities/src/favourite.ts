import { leaderOf } from '@plenum/insight/status';
import type { DatagramOf, Datagrams } from '@plenum/protocol/component';
import { type DatedKind, exceptionsOf, isHoliday } from '@plenum/protocol/schedule';
import { entityKind, isNamed, type Source } from './entity.ts';
import { derived, type HouseState, membersOf, press, toWanted } from './member.ts';

const { field, shown } = membersOf('schedule');
const split = membersOf('splitFavourite');
const light = membersOf('lightFavourite');

const named = <S extends { readonly Name?: string }>(
  all: readonly S[],
  idOf: (one: S) => number,
): Source<S>[] => all.filter(isNamed).map((source) => ({ ids: [idOf(source)], source }));

/** Returns a time of day; `null` if there is none, which devices report as an hour above 23. */
const toTime = (hour: number | undefined, minute: number | undefined): string | null =>
  hour === undefined || minute === undefined || hour > 23 || minute > 59
    ? null
    : [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');

/**
 * Returns the next date on which a favourite differs from its week: `2026-11-28 skipped`, `2026-11-28 09:00-11:00`,
 * `away until 2026-12-05`, or `none`; `null` if the exceptions are unknown.
 */
const toException =
  (kind: DatedKind) =>
  ({ Index: index }: { readonly Index: number }, { exceptions }: HouseState): string | null => {
    if (exceptions === undefined) return null;
    const [next] = exceptionsOf(exceptions, { kind, index });
    if (next === undefined) return 'none';
    if (isHoliday(next)) return `away until ${next.until}`;
    const { date, start, stop = '' } = next;
    return start === undefined ? `${date} skipped` : `${date} ${start}-${stop}`;
  };

/**
 * Returns the names of the favourites of the ducted system as presets, by index. A name that another favourite has, that
 * means "no preset", or that ends like such a number gets its number: `Evening (3)`. So no two presets have one name.
 */
export function presetNames(schedule: Datagrams['schedule']): ReadonlyMap<number, string> {
  const used = named(schedule, ({ Index }) => Index).map(({ source: { Index, Name } }) => ({
    index: Index,
    name: Name.trim(),
  }));
  const isAmbiguous = (name: string) =>
    name.toLowerCase() === noPreset ||
    / \(\d+\)$/.test(name) ||
    used.filter((one) => one.name === name).length > 1;
  return new Map(used.map(({ index, name }) => [index, isAmbiguous(name) ? `${name} (${index + 1})` : name]));
}

/** The preset of a house that has the settings of no favourite. */
export const noPreset = 'none';

/** Returns the setpoint that the unit follows after a favourite was started: that of the zone that controls the unit. */
export function presetSetpoint(
  { Zones, Evap }: DatagramOf<'schedule'>,
  unit: DatagramOf<'unit'>,
  zones: Datagrams['zone'],
): number {
  const leader = leaderOf(unit, zones);
  const setpoint = leader === undefined ? Evap?.UnitSetpoint : Zones?.[leader.Index]?.Setpoint;
  return setpoint ?? unit.Setpoint;
}

/** One favourite of the ducted system (interface 2.4). */
export const favouriteEntity = entityKind<DatagramOf<'schedule'>>(
  'favourite',
  ({ schedule }) => named(schedule, ({ Index }) => Index),
  {
    name: field('Name'),
    enabled: field('Enabled'),
    mode: shown('Mode'),
    fan: shown('Fan'),
    start: derived(({ StartH, StartM }) => toTime(StartH, StartM)),
    stop: derived(({ StopH, StopM }) => toTime(StopH, StopM)),
    exception: derived(toException('schedule')),
    activate: press(({ Index }) => toWanted('FavouriteSet', Index + 1)),
  },
);

/** One favourite of the splits (interface 2.6), which runs only by time. */
export const splitFavouriteEntity = entityKind<DatagramOf<'splitFavourite'>>(
  'split_favourite',
  ({ splitFavourite }) => named(splitFavourite, ({ Index }) => Index),
  {
    name: split.field('Name'),
    enabled: split.field('Enabled'),
    start: derived(({ StartH, StartM }) => toTime(StartH, StartM)),
    stop: derived(({ StopH, StopM }) => toTime(StopH, StopM)),
    exception: derived(toException('splitFavourite')),
  },
);

/** One favourite of the lighting (lighting 2). */
export const lightFavouriteEntity = entityKind<DatagramOf<'lightFavourite'>>(
  'light_favourite',
  ({ lightFavourite }) => named(lightFavourite, ({ Fav }) => Fav),
  {
    name: light.field('Name'),
    enabled: light.field('En'),
    activate: press(({ Fav }) => toWanted('LiFavAct', { No: Fav })),
  },
);

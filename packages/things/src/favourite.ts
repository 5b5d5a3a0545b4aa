import type { DatagramOf } from '@plenum/protocol/component';
import { derived, membersOf, press, toWanted } from './member.ts';
import { isNamed, type Source, thing } from './thing.ts';

const { field, shown } = membersOf('schedule');
const split = membersOf('splitFavourite');
const light = membersOf('lightFavourite');

const named = <S extends { readonly Name?: string }>(
  all: readonly S[],
  idOf: (one: S) => number,
): Source<S>[] => all.filter(isNamed).map((source) => ({ ids: [idOf(source)], source }));

/** A time of day; null where there is none, which is written with an hour beyond 23. */
const toTime = (hour: number | undefined, minute: number | undefined): string | null =>
  hour === undefined || minute === undefined || hour > 23 || minute > 59
    ? null
    : [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');

/** One favourite of the ducted system (interface 2.4). */
export const favouriteThing = thing<DatagramOf<'schedule'>>(
  'favourite',
  ({ schedule }) => named(schedule, ({ Index }) => Index),
  {
    name: field('Name'),
    enabled: field('Enabled'),
    mode: shown('Mode'),
    fan: shown('Fan'),
    start: derived(({ StartH, StartM }) => toTime(StartH, StartM)),
    stop: derived(({ StopH, StopM }) => toTime(StopH, StopM)),
    activate: press(({ Index }) => toWanted('FavouriteSet', Index + 1)),
  },
);

/** One favourite of the splits (interface 2.6): it runs by time only. */
export const splitFavouriteThing = thing<DatagramOf<'splitFavourite'>>(
  'split_favourite',
  ({ splitFavourite }) => named(splitFavourite, ({ Index }) => Index),
  {
    name: split.field('Name'),
    enabled: split.field('Enabled'),
    start: derived(({ StartH, StartM }) => toTime(StartH, StartM)),
    stop: derived(({ StopH, StopM }) => toTime(StopH, StopM)),
  },
);

/** One favourite of the lighting (lighting 2). */
export const lightFavouriteThing = thing<DatagramOf<'lightFavourite'>>(
  'light_favourite',
  ({ lightFavourite }) => named(lightFavourite, ({ Fav }) => Fav),
  {
    name: light.field('Name'),
    enabled: light.field('En'),
    activate: press(({ Fav }) => toWanted('LiFavAct', { No: Fav })),
  },
);

import type { DatagramOf } from '@plenum/protocol/component';
import { derived, membersOf, press, toWanted } from './member.ts';
import { type Source, thing } from './thing.ts';

const { field, shown } = membersOf('schedule');
const split = membersOf('splitFavourite');
const light = membersOf('lightFavourite');

/** An unused favourite has an empty name. */
const named = <S extends { readonly Name?: string }>(
  all: readonly S[],
  idOf: (one: S) => number,
): Source<S>[] =>
  all.filter(({ Name }) => (Name ?? '').trim() !== '').map((source) => ({ ids: [idOf(source)], source }));

const clock = (hour: number, minute: number): string | null =>
  hour > 23 || minute > 59 || hour === undefined
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
    start: derived(({ StartH, StartM }) => clock(StartH, StartM)),
    stop: derived(({ StopH, StopM }) => clock(StopH, StopM)),
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
    start: derived(({ StartH, StartM }) => clock(StartH, StartM)),
    stop: derived(({ StopH, StopM }) => clock(StopH, StopM)),
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

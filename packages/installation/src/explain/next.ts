import type { ComponentRef, Datagrams } from '@plenum/protocol/component';
import type { NextFavourite } from '@plenum/protocol/explain';
import type { Calendar } from '../calendar/calendar.ts';
import type { FavouriteEvent, FavouriteTimes } from '../calendar/favourite-times.ts';
import { findNextFavourite } from '../calendar/next-favourite.ts';
import { toFavouriteUnit } from '../room-unit/favourite.ts';

/** What a favourite does to the component, by its place; undefined where it leaves it as it is. */
type Sets = (place: number) => NextFavourite['sets'];

/** The favourites of one kind, and what each does to the component. */
interface Favourites {
  readonly times: readonly FavouriteTimes[];
  readonly sets: Sets;
  /** Whether the start or stop concerns the component. */
  readonly concerns: (event: FavouriteEvent) => boolean;
}

const entryOf = (entries: readonly (readonly number[])[], index: number) => {
  const found = entries.find(([unit]) => unit === index);
  return found && toFavouriteUnit(found);
};

const ofRoomUnit = (
  times: readonly FavouriteTimes[],
  entries: (place: number) => readonly (readonly number[])[],
  index: number,
): Favourites => {
  const sets: Sets = (place) => {
    const entry = entryOf(entries(place), index);
    if (entry === undefined) return undefined;
    const [, on, mode, , setpoint] = entry;
    return { on: on === 1, mode, setpoint };
  };
  // A stop switches off what the favourite switches on.
  const concerns = ({ place, event }: FavouriteEvent) =>
    event === 'start' ? sets(place) !== undefined : sets(place)?.on === true;
  return { times, sets, concerns };
};

const favouritesOf = (
  { kind, index }: ComponentRef,
  { schedule, splitFavourite, vrfFavourite }: Datagrams,
): Favourites | undefined => {
  const everything = () => true;
  switch (kind) {
    case 'unit':
      return {
        times: schedule,
        sets: (place) => ({ on: true, mode: schedule[place]!.Mode }),
        concerns: everything,
      };
    case 'zone':
      return {
        times: schedule,
        sets: (place) => {
          const entry = schedule[place]!.Zones[index];
          return entry && { mode: entry.Mode, setpoint: entry.Setpoint };
        },
        concerns: everything,
      };
    case 'split':
      return ofRoomUnit(splitFavourite, (place) => splitFavourite[place]!.Zones, index);
    case 'vrf':
      return ofRoomUnit(vrfFavourite, (place) => vrfFavourite[place]!.Units, index);
    default:
      return undefined;
  }
};

/** The next start or stop of a favourite that concerns a component; null if there is none. */
export const nextFavouriteOf = (
  ref: ComponentRef,
  datagrams: Datagrams,
  time: { readonly calendar: Calendar; readonly at: number },
): NextFavourite | null => {
  const found = favouritesOf(ref, datagrams);
  const coming = found && findNextFavourite(found.times, time, found.concerns);
  if (found === undefined || coming === undefined) return null;
  const { place, event, at } = coming;
  const name = found.times[place]!.Name.trim();
  const sets = event === 'start' ? found.sets(place) : undefined;
  return { name, event, at, ...(sets !== undefined && { sets }) };
};

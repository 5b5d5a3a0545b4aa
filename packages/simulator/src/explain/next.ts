import type { NextFavourite } from '@plenum/insight/explain';
import type { ComponentRef, Datagrams } from '@plenum/protocol/component';
import type { SetException } from '@plenum/protocol/schedule';
import type { Calendar } from '../calendar/calendar.ts';
import { exceptionsFor, type FavouriteEvent } from '../calendar/favourite-times.ts';
import { type Favourites as DatedFavourites, findNextFavourite } from '../calendar/next-favourite.ts';
import { toFavouriteUnit } from '../room-unit/favourite.ts';

/**
 * Returns the effect of the favourite at an index on the component, or undefined if it leaves the component unchanged.
 */
type Sets = (place: number) => NextFavourite['sets'];

/** The favourites of one kind, and the effect of each on the component. */
interface Favourites extends DatedFavourites {
  readonly sets: Sets;
  /** True if the start or stop affects the component. */
  readonly concerns: (event: FavouriteEvent) => boolean;
}

const entryOf = (entries: readonly (readonly number[])[], index: number) => {
  const found = entries.find(([unit]) => unit === index);
  return found && toFavouriteUnit(found);
};

const ofRoomUnit = (
  { times, exceptionsAt }: DatedFavourites,
  entries: (place: number) => readonly (readonly number[])[],
  index: number,
): Favourites => {
  const sets: Sets = (place) => {
    const entry = entryOf(entries(place), index);
    if (entry === undefined) return undefined;
    const [, on, mode, , setpoint] = entry;
    return { on: on === 1, mode, setpoint };
  };
  // A stop switches off the components that the favourite switches on.
  const concerns = ({ place, event }: FavouriteEvent) =>
    event === 'start' ? sets(place) !== undefined : sets(place)?.on === true;
  return { times, exceptionsAt, sets, concerns };
};

/** A house, and the exceptions of its favourites on certain dates. */
interface DatedHouse {
  readonly datagrams: Datagrams;
  readonly exceptions: readonly SetException[];
}

const favouritesOf = (
  { kind, index }: ComponentRef,
  { datagrams: { schedule, splitFavourite, vrfFavourite }, exceptions }: DatedHouse,
): Favourites | undefined => {
  const everything = () => true;
  const ducted = { times: schedule, exceptionsAt: exceptionsFor(exceptions, 'schedule', schedule) };
  switch (kind) {
    case 'unit':
      return {
        ...ducted,
        sets: (place) => ({ on: true, mode: schedule[place]!.Mode }),
        concerns: everything,
      };
    case 'zone':
      return {
        ...ducted,
        sets: (place) => {
          const entry = schedule[place]!.Zones[index];
          return entry && { mode: entry.Mode, setpoint: entry.Setpoint };
        },
        concerns: everything,
      };
    case 'split':
      return ofRoomUnit(
        {
          times: splitFavourite,
          exceptionsAt: exceptionsFor(exceptions, 'splitFavourite', splitFavourite),
        },
        (place) => splitFavourite[place]!.Zones,
        index,
      );
    case 'vrf':
      return ofRoomUnit(
        { times: vrfFavourite, exceptionsAt: undefined },
        (place) => vrfFavourite[place]!.Units,
        index,
      );
    default:
      return undefined;
  }
};

/** Returns the next start or stop of a favourite that affects a component, or null if there is none. */
export function nextFavouriteOf(
  ref: ComponentRef,
  house: DatedHouse,
  time: { readonly calendar: Calendar; readonly at: number },
): NextFavourite | null {
  const found = favouritesOf(ref, house);
  const coming = found && findNextFavourite(found, time, found.concerns);
  if (found === undefined || coming === undefined) return null;
  const { place, event, at } = coming;
  const name = found.times[place]!.Name.trim();
  const sets = event === 'start' ? found.sets(place) : undefined;
  return { name, event, at, ...(sets !== undefined && { sets }) };
}

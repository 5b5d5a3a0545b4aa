import { type FavouriteEvent, type FavouriteTimes, hasStart } from '../calendar/favourite-times.ts';
import type { Draft } from '../model/draft.ts';
import type { FavouritePlant, RoomUnitPlant } from '../model/state.ts';
import { type FavouriteUnit, toFavouriteUnit } from './favourite.ts';

/** The operations of favourites on the units of a kind, splits or fan-coils. */
export interface RoomUnits {
  /** Returns the times of a favourite, its entries on the wire, and the sleep timers that it starts. */
  favourite(
    draft: Draft,
    favourite: number,
  ): {
    readonly times: Pick<FavouriteTimes, 'StartH' | 'StartM'>;
    readonly entries: readonly (readonly number[])[];
    readonly plant: FavouritePlant;
  };
  /** Returns the plants of the units, in the order of their datagrams. */
  plants(draft: Draft): RoomUnitPlant[];
  /** Returns the index of a unit in its list, or -1 if its module cannot reach it. */
  placeOf(draft: Draft, index: number): number;
  /** Sets mode, fan, setpoint and swing of a unit. */
  set(draft: Draft, place: number, unit: FavouriteUnit): void;
  switchTo(draft: Draft, place: number, on: number): void;
  setSleep(draft: Draft, place: number, sleep: number, at: number): void;
}

/**
 * Starts a favourite: its units get the settings of their entries, and their sleep timers (interface 2.6; in 4.4 an
 * entry switches its unit on or off, regardless of the `AllOn` and `AllOff` flags for the wall controller). It skips a
 * unit that its module cannot reach, and a fan-coil set against the master stores its settings and only ventilates.
 */
const start = (
  draft: Draft,
  units: RoomUnits,
  { favourite, at }: { favourite: number; at: number },
): void => {
  const { entries, plant } = units.favourite(draft, favourite);
  for (const entry of entries) {
    const unit = toFavouriteUnit(entry);
    const [index, on] = unit;
    const place = units.placeOf(draft, index);
    if (place < 0) continue;
    units.set(draft, place, unit);
    units.switchTo(draft, place, on);
    if (on === 0) continue;
    units.plants(draft)[place]!.favourite = favourite;
    units.setSleep(draft, place, plant.sleeps[index]!, at);
  }
};

/**
 * Stops a favourite: switches off the units that it switches on, except those that another favourite has switched on
 * since. A favourite that has no start switches off all running units.
 */
const stop = (draft: Draft, units: RoomUnits, favourite: number): void => {
  const { times, entries } = units.favourite(draft, favourite);
  for (const entry of entries) {
    const [index, on] = toFavouriteUnit(entry);
    const place = units.placeOf(draft, index);
    if (on !== 1 || place < 0) continue;
    const by = units.plants(draft)[place]!.favourite;
    if (by === -1 || by === favourite || !hasStart(times)) units.switchTo(draft, place, 0);
  }
};

/** Starts and stops the favourites of splits or fan-coils that are due at a given time. */
export function runFavourites(
  draft: Draft,
  units: RoomUnits,
  { events, at }: { readonly events: readonly FavouriteEvent[]; readonly at: number },
): void {
  for (const { place: favourite, event } of events) {
    if (event === 'start') start(draft, units, { favourite, at });
    else stop(draft, units, favourite);
  }
}

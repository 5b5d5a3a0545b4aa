import type { RoomUnits } from '../room-unit/favourite-runner.ts';
import { setSplit, setSplitSleep, switchSplit } from './set.ts';

/** The operations of split favourites on their units. */
export const splitUnits: RoomUnits = {
  favourite: ({ datagrams, plant }, favourite) => {
    const times = datagrams.splitFavourite[favourite]!;
    return { times, entries: times.Zones, plant: plant.splitFavourites[favourite]! };
  },
  plants: ({ plant }) => plant.splits,
  placeOf: ({ datagrams }, index) =>
    datagrams.split.findIndex(({ Index, Act }) => Index === index && Act === 1),
  set: (draft, place, [, , Mode, Fan, Setpoint, Swing]) =>
    setSplit(draft, place, { Mode, Fan, Setpoint, Swing }),
  switchTo: switchSplit,
  setSleep: setSplitSleep,
};

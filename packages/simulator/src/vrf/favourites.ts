import type { RoomUnits } from '../room-unit/favourite-runner.ts';
import { setVrf, setVrfSleep, switchVrf } from './set.ts';

/** The operations of VRF favourites on their units. */
export const vrfUnits: RoomUnits = {
  favourite: ({ datagrams, plant }, favourite) => {
    const times = datagrams.vrfFavourite[favourite]!;
    return { times, entries: times.Units, plant: plant.vrfFavourites[favourite]! };
  },
  plants: ({ plant }) => plant.vrfs,
  placeOf: ({ datagrams }, index) => datagrams.vrf.findIndex(({ X, Ac }) => X === index && Ac === 1),
  set: (draft, place, [, , Mode, Fan, Sp, Sw]) => setVrf(draft, place, { Mode, Fan, Sp, Sw }),
  switchTo: switchVrf,
  setSleep: setVrfSleep,
};

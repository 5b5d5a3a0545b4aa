import type { Draft } from '../model/draft.ts';
import { toFavouriteUnit } from '../terminal/favourite.ts';
import { setVrf, setVrfSleep, switchVrf } from './set.ts';

const placeOf = (draft: Draft, index: number): number =>
  draft.datagrams.vrf.findIndex(({ X, Ac }) => X === index && Ac === 1);

/**
 * Starts a VRF favourite: each unit it names takes what it says, and its sleep timer. A unit told to go against the
 * master takes its settings and stands by; one its module cannot reach is left alone.
 */
export const startVrfFavourite = (draft: Draft, favourite: number, at: number): void => {
  const { sleeps } = draft.plant.vrfFavourites[favourite]!;
  for (const entry of draft.datagrams.vrfFavourite[favourite]!.Units) {
    const [index, on, Mode, Fan, Sp, Sw] = toFavouriteUnit(entry);
    const place = placeOf(draft, index);
    if (place < 0) continue;
    setVrf(draft, place, { Mode, Fan, Sp, Sw });
    switchVrf(draft, place, on);
    if (on === 1) setVrfSleep(draft, place, sleeps[index]!, at);
  }
};

/** Stops a VRF favourite: the units it switches on go off. */
export const stopVrfFavourite = (draft: Draft, favourite: number): void => {
  for (const entry of draft.datagrams.vrfFavourite[favourite]!.Units) {
    const [index, on] = toFavouriteUnit(entry);
    const place = placeOf(draft, index);
    if (on === 1 && place >= 0) switchVrf(draft, place, 0);
  }
};

import { hasStart } from '../calendar/favourite-times.ts';
import type { Draft } from '../model/draft.ts';
import { toFavouriteUnit } from '../room-unit/favourite.ts';
import { setVrf, setVrfSleep, switchVrf } from './set.ts';

const placeOf = (draft: Draft, index: number): number =>
  draft.datagrams.vrf.findIndex(({ X, Ac }) => X === index && Ac === 1);

/**
 * Starts a VRF favourite: its units get the settings of their entries, and their sleep timers. A unit set against the
 * master stores its settings and only ventilates; one that its module cannot reach is left out.
 */
export const startVrfFavourite = (draft: Draft, favourite: number, at: number): void => {
  const { sleeps } = draft.plant.vrfFavourites[favourite]!;
  for (const entry of draft.datagrams.vrfFavourite[favourite]!.Units) {
    const [index, on, Mode, Fan, Sp, Sw] = toFavouriteUnit(entry);
    const place = placeOf(draft, index);
    if (place < 0) continue;
    setVrf(draft, place, { Mode, Fan, Sp, Sw });
    switchVrf(draft, place, on);
    if (on === 0) continue;
    draft.plant.vrfs[place]!.favourite = favourite;
    setVrfSleep(draft, place, sleeps[index]!, at);
  }
};

/**
 * Stops a VRF favourite: the units that it switches on are switched off, but for those that another favourite switched
 * on since. A favourite that has no start switches off whatever runs.
 */
export const stopVrfFavourite = (draft: Draft, favourite: number): void => {
  const times = draft.datagrams.vrfFavourite[favourite]!;
  for (const entry of times.Units) {
    const [index, on] = toFavouriteUnit(entry);
    const place = placeOf(draft, index);
    if (on !== 1 || place < 0) continue;
    const by = draft.plant.vrfs[place]!.favourite;
    if (by === -1 || by === favourite || !hasStart(times)) switchVrf(draft, place, 0);
  }
};

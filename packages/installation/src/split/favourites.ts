import type { Draft } from '../model/draft.ts';
import { toFavouriteUnit } from '../terminal/favourite.ts';
import { setSplit, setSplitSleep, switchSplit } from './set.ts';

const placeOf = (draft: Draft, index: number): number =>
  draft.datagrams.split.findIndex(({ Index, Act }) => Index === index && Act === 1);

/**
 * Starts a split favourite: each unit it names takes what it says, and its sleep timer (interface 2.6; 4.4 has it say
 * on or off of each unit, whatever `AllOn` and `AllOff` let the wall controller do). One its module cannot reach is
 * left alone.
 */
export const startSplitFavourite = (draft: Draft, favourite: number, at: number): void => {
  const { sleeps } = draft.plant.splitFavourites[favourite]!;
  for (const entry of draft.datagrams.splitFavourite[favourite]!.Zones) {
    const [index, on, Mode, Fan, Setpoint, Swing] = toFavouriteUnit(entry);
    const place = placeOf(draft, index);
    if (place < 0) continue;
    setSplit(draft, place, { Mode, Fan, Setpoint, Swing });
    switchSplit(draft, place, on);
    if (on === 1) setSplitSleep(draft, place, sleeps[index]!, at);
  }
};

/** Stops a split favourite: the units it switches on go off. */
export const stopSplitFavourite = (draft: Draft, favourite: number): void => {
  for (const entry of draft.datagrams.splitFavourite[favourite]!.Zones) {
    const [index, on] = toFavouriteUnit(entry);
    const place = placeOf(draft, index);
    if (on === 1 && place >= 0) switchSplit(draft, place, 0);
  }
};

import { hasStart } from '../calendar/favourite-times.ts';
import type { Draft } from '../model/draft.ts';
import { toFavouriteUnit } from '../room-unit/favourite.ts';
import { setSplit, setSplitSleep, switchSplit } from './set.ts';

const placeOf = (draft: Draft, index: number): number =>
  draft.datagrams.split.findIndex(({ Index, Act }) => Index === index && Act === 1);

/**
 * Starts a split favourite: its units get the settings of their entries, and their sleep timers (interface 2.6; in 4.4 an
 * entry switches its unit on or off, whatever `AllOn` and `AllOff` allow the wall controller). A unit that its module
 * cannot reach is left out.
 */
export const startSplitFavourite = (draft: Draft, favourite: number, at: number): void => {
  const { sleeps } = draft.plant.splitFavourites[favourite]!;
  for (const entry of draft.datagrams.splitFavourite[favourite]!.Zones) {
    const [index, on, Mode, Fan, Setpoint, Swing] = toFavouriteUnit(entry);
    const place = placeOf(draft, index);
    if (place < 0) continue;
    setSplit(draft, place, { Mode, Fan, Setpoint, Swing });
    switchSplit(draft, place, on);
    if (on === 0) continue;
    draft.plant.splits[place]!.favourite = favourite;
    setSplitSleep(draft, place, sleeps[index]!, at);
  }
};

/**
 * Stops a split favourite: the units that it switches on are switched off, but for those that another favourite switched
 * on since. A favourite that has no start switches off whatever runs.
 */
export const stopSplitFavourite = (draft: Draft, favourite: number): void => {
  const times = draft.datagrams.splitFavourite[favourite]!;
  for (const entry of times.Zones) {
    const [index, on] = toFavouriteUnit(entry);
    const place = placeOf(draft, index);
    if (on !== 1 || place < 0) continue;
    const by = draft.plant.splits[place]!.favourite;
    if (by === -1 || by === favourite || !hasStart(times)) switchSplit(draft, place, 0);
  }
};

import { exceptionsFor, findDueFavourites } from '../calendar/favourite-times.ts';
import type { Draft } from '../model/draft.ts';
import type { Step } from '../model/step.ts';
import { startFavourite, stopFavourite } from './start.ts';

/** Starts and stops favourites by local time. Called first in a step, so that their settings apply in it. */
export function advanceSchedules(draft: Draft, { minutes }: Step): void {
  if (minutes.length === 0) return;
  const { schedule } = draft.datagrams;
  const exceptionsAt = exceptionsFor(draft.plant.exceptions, 'schedule', schedule);
  for (const { place, event } of findDueFavourites(schedule, minutes, exceptionsAt)) {
    if (event === 'start') startFavourite(draft, place);
    else stopFavourite(draft, place);
  }
}

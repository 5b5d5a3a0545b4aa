import { type Calendar, minutesInDay } from './calendar.ts';
import { type FavouriteEvent, type FavouriteTimes, findDueFavourites } from './favourite-times.ts';

/** The start or stop of a favourite, and its instant, ms UTC. */
export interface ComingEvent extends FavouriteEvent {
  readonly at: number;
}

/** Every favourite starts and stops within a week of its days, and a day over midnight. */
const days = 8;
const dayLength = minutesInDay * 60_000;

/** The first start or stop after an instant (ms UTC) that `concerns` accepts; undefined where there is none. */
export const findNextFavourite = (
  favourites: readonly FavouriteTimes[],
  { calendar, at }: { readonly calendar: Calendar; readonly at: number },
  concerns: (event: FavouriteEvent) => boolean,
): ComingEvent | undefined => {
  if (!favourites.some(({ Enabled, Name }) => Enabled === 1 && Name !== '')) return undefined;
  for (let day = 0; day < days; day++) {
    const minutes = calendar.minutesBetween(at + day * dayLength, at + (day + 1) * dayLength);
    for (const minute of minutes) {
      const found = findDueFavourites(favourites, [minute]).find(concerns);
      if (found !== undefined) return { ...found, at: minute.at };
    }
  }
  return undefined;
};

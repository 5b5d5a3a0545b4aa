const DAY = 86_400_000;

/** Returns midnight of a date in a year, in ms. 29 February is the 28th in a year without one. */
const midnightOf = (year: number, month: number, day: number): number => {
  const midnight = Date.UTC(year, month, day);
  return new Date(midnight).getUTCMonth() === month ? midnight : midnight - DAY;
};

/** The times of a file of a year, for any time. */
export interface FoldedYear {
  /** Returns the time in the year of the file that has the same date and time of day. */
  readonly fold: (at: number) => number;
  /** Length of that year in ms. */
  readonly length: number;
}

/**
 * Maps times (ms UTC) to the year that begins at `start`, by date and time of day, so that each year has the weather of
 * the same dates. 29 February has that of the 28th if the year of the file has none. Dates are counted `zone` ms east of
 * UTC.
 */
export function foldDates(start: number, zone = 0): FoldedYear {
  const began = new Date(start + zone);
  const year = began.getUTCFullYear();
  const toMidnights = (date: Date): readonly [number, number] => {
    const [month, day] = [date.getUTCMonth(), date.getUTCDate()];
    return [midnightOf(year, month, day), midnightOf(year + 1, month, day)];
  };
  let today = Number.NaN;
  let [own, next] = [0, 0];
  return {
    fold: (at) => {
      const local = at + zone;
      const day = Math.floor(local / DAY);
      if (day !== today) {
        today = day;
        [own, next] = toMidnights(new Date(day * DAY));
      }
      const time = local - day * DAY - zone;
      return own + time < start ? next + time : own + time;
    },
    length: toMidnights(began)[1] - toMidnights(began)[0],
  };
}

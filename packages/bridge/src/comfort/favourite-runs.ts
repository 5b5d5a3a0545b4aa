import type { Datagrams } from '@plenum/protocol/component';
import { exceptionsOf, minutesInDay, runsOn, type SetException, stopOf } from '@plenum/protocol/schedule';
import { instantOf, localMinuteOf } from '../exceptions/window.ts';

/** One run of a favourite of the ducted unit, in ms UTC. */
export interface FavouriteTime {
  readonly favourite: number;
  readonly start: number;
  readonly stop: number | undefined;
}

/** Returns the runs of the previous, the current and the next local day that have a start, in order of their starts. */
export function favouriteRuns(
  { schedule }: Pick<Datagrams, 'schedule'>,
  {
    at,
    timeZone,
    exceptions,
  }: { readonly at: number; readonly timeZone: string; readonly exceptions: readonly SetException[] },
): readonly FavouriteTime[] {
  const today = Math.floor(localMinuteOf(at, timeZone) / minutesInDay);
  return [today - 1, today, today + 1]
    .flatMap((day) =>
      schedule
        .filter(({ Name }) => Name !== '')
        .flatMap((favourite) =>
          runsOn(
            favourite,
            exceptionsOf(exceptions, { kind: 'schedule', index: favourite.Index }),
            day,
          ).flatMap((run) => {
            if (run.start === undefined) return [];
            const stop = stopOf(run, day);
            return {
              favourite: favourite.Index,
              start: instantOf(day * minutesInDay + run.start, timeZone),
              stop: stop === undefined ? undefined : instantOf(stop, timeZone),
            };
          }),
        ),
    )
    .toSorted((a, b) => a.start - b.start);
}

/**
 * Creates a function that returns the runs around a time. They are found again only once an hour, or when the favourites
 * or exceptions changed.
 */
export function createFavouriteRuns(): typeof favouriteRuns {
  let before: { schedule: unknown; exceptions: unknown; timeZone: string; hour: number } | undefined;
  let runs: readonly FavouriteTime[] = [];
  return (datagrams, given) => {
    const { schedule } = datagrams;
    const { exceptions, timeZone, at } = given;
    const hour = Math.floor(at / 3_600_000);
    const isSame =
      before?.schedule === schedule &&
      before.exceptions === exceptions &&
      before.timeZone === timeZone &&
      before.hour === hour;
    if (!isSame) runs = favouriteRuns(datagrams, given);
    before = { schedule, exceptions, timeZone, hour };
    return runs;
  };
}

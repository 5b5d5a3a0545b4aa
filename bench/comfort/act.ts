import type { FavouriteTime } from '@plenum/bridge';
import type { Simulator, State } from '@plenum/simulator';
import { minute } from './learn-house.ts';
import { must } from './must.ts';

/** Longest lead of an early start in minutes. */
export const longestLead = 180;

/** Acts on a house at one minute, and returns its state. */
export type Act = (state: State, at: number, runs: readonly FavouriteTime[]) => State;

/** Starts a favourite. */
export const start = (simulator: Simulator, state: State, { favourite }: FavouriteTime): State =>
  must(simulator.apply(state, { name: 'FavouriteSet', body: favourite + 1 }));

/** Returns the run in progress. */
export const currentOf = (runs: readonly FavouriteTime[], at: number): FavouriteTime | undefined =>
  runs.findLast((run) => run.start <= at && run.stop !== undefined && at < run.stop);

/** Returns the earliest time for a run: three hours before it, not before the end of the run in progress. */
export function earliestFor(runs: readonly FavouriteTime[], run: FavouriteTime): number {
  const before = runs
    .filter((one) => one.start < run.start && one.stop !== undefined)
    .map((one) => one.stop!);
  return Math.max(run.start - longestLead * minute, ...before.filter((end) => end <= run.start));
}

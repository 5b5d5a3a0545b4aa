import type { FavouriteTime } from '@plenum/bridge';
import type { State } from '@plenum/simulator';
import { minute } from './learn-house.ts';
import { isThere } from './rooms-of-favourite.ts';

/** Longest time after a start in which an arrival counts. */
const longestWait = 6 * 60 * minute;

/** One start of a favourite in a week; times in minutes from its weekly start, negative before it. */
export interface StartResult {
  readonly favourite: number;
  readonly start: number;
  readonly startedAt: number;
  /** Time at which its slowest room came within 0.5 K; undefined if that did not happen during the run. */
  readonly arrival: number | undefined;
  /** True if a room was farther than 0.5 K from its setpoint at the weekly start without an early start. */
  readonly isNeeded: boolean;
}

/** Follows the rooms of each favourite from its start until they are comfortable. */
export function followStarts(): {
  /** Notes a start at the time of a state, unless the run has begun before. */
  readonly begin: (state: State, run: FavouriteTime) => void;
  readonly see: (state: State) => void;
  readonly results: () => readonly StartResult[];
} {
  const starts: (Omit<StartResult, 'arrival'> & { arrival: number | undefined })[] = [];
  return {
    begin: (state, { favourite, start }) => {
      if (starts.some((one) => one.favourite === favourite && one.start === start)) return;
      const isNeeded = !isThere(state, favourite);
      starts.push({ favourite, start, startedAt: state.at, arrival: undefined, isNeeded });
    },
    see: (state) => {
      for (const one of starts) {
        const passed = state.at - one.startedAt;
        if (one.arrival === undefined && passed > 0 && passed < longestWait && isThere(state, one.favourite))
          one.arrival = state.at;
      }
    },
    results: () =>
      starts.map((one) => ({
        ...one,
        startedAt: (one.startedAt - one.start) / minute,
        arrival: one.arrival === undefined ? undefined : (one.arrival - one.start) / minute,
      })),
  };
}

import type { FavouriteTime } from '@plenum/bridge';
import type { Simulator, State } from '@plenum/simulator';
import { type Act, currentOf, earliestFor, start } from './act.ts';
import { type LearntHouse, minute } from './learn-house.ts';
import { must } from './must.ts';
import { isThere } from './rooms-of-favourite.ts';

/** Longest time in minutes by which the unit stops early. */
const longestRest = 45;

const stop = (simulator: Simulator, state: State): State =>
  must(simulator.apply(state, { name: 'SysOn', body: 0 }));

/** Returns the least number 0..most that passes, if all greater ones do too; `most` if none does. */
const least = (most: number, passes: (value: number) => boolean): number => {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Finds the latest start of a run with which its rooms arrive in time, in copies of the state. */
const findStart = (simulator: Simulator, state: State, run: FavouriteTime): number => {
  const most = Math.floor((run.start - state.at) / minute);
  const lead = least(most, (tried) => {
    if (tried === most) return true;
    const before = simulator.advance(state, run.start - tried * minute);
    const begun = tried === 0 ? before : start(simulator, before, run);
    return isThere(simulator.advance(begun, run.start), run.favourite);
  });
  return run.start - lead * minute;
};

/** Finds the earliest stop of a run with which its rooms stay comfortable until its end. */
const findStop = (simulator: Simulator, state: State, { favourite, stop: end }: FavouriteTime): number => {
  const most = Math.floor((end! - state.at) / minute);
  const kept = least(most, (tried) => {
    let copy = stop(simulator, simulator.advance(state, end! - (most - tried) * minute));
    for (; copy.at < end!; copy = simulator.advance(copy, copy.at + 3 * minute))
      if (!isThere(copy, favourite)) return false;
    return isThere(copy, favourite);
  });
  return end! - (most - kept) * minute;
};

/** Creates the controller that tries every start and stop on copies of the house, with a perfect forecast. */
export function createOracle({ simulator }: Pick<LearntHouse, 'simulator'>): Act {
  const planned = new Map<string, number>();
  const planOnce = (key: string, plan: () => number): number => {
    const known = planned.get(key) ?? plan();
    planned.set(key, known);
    return known;
  };
  return (state, at, runs) => {
    const run = runs.find((one) => one.start > at);
    if (run !== undefined && at >= earliestFor(runs, run)) {
      const begin = planOnce(`start ${run.favourite} ${run.start}`, () => findStart(simulator, state, run));
      if (begin === at) return start(simulator, state, run);
    }
    const current = currentOf(runs, at);
    if (current?.stop === undefined || current.stop - at > longestRest * minute) return state;
    const key = `stop ${current.favourite} ${current.start}`;
    const end = planOnce(key, () => findStop(simulator, state, current));
    return end === at && end < current.stop ? stop(simulator, state) : state;
  };
}

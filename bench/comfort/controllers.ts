import { type Act, earliestFor, start } from './act.ts';
import { followComfort, type LearntHouse, minute } from './learn-house.ts';
import { must } from './must.ts';
import { createOracle } from './oracle.ts';

export const controllers = ['favourites', 'hour early', 'plenum', 'oracle'] as const;
export type ControllerName = (typeof controllers)[number];

/** The controllers that are compared, by name. */
export const createActs: Record<ControllerName, (learnt: LearntHouse) => Act> = {
  favourites: () => (state) => state,
  'hour early':
    ({ simulator }) =>
    (state, at, runs) => {
      const run = runs.find(
        (one) => Math.max(one.start - 60 * minute, earliestFor(runs, one)) === at && one.start > at,
      );
      return run === undefined ? state : start(simulator, state, run);
    },
  plenum: (learnt) => {
    const comfort = followComfort(learnt, learnt.state.at, { ...learnt, isOn: true });
    return (state, at) => {
      const command = comfort.see(state, at);
      return command === undefined ? state : must(learnt.simulator.apply(state, command));
    };
  },
  oracle: createOracle,
};

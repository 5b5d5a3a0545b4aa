import type { State } from './state.ts';

/**
 * Fills in what a stored state lacks, with the value that means what happened before; returns a state that lacks nothing
 * as it is. `initial` is the state of the house when it is first switched on.
 */
export type Addition = (stored: State, initial: State) => State;

/** A tank that the house file has had only since then is as when it is first switched on. */
const addHotWater: Addition = (stored, initial) => {
  const { power } = stored.plant;
  const hotWater = initial.plant.power?.hotWater;
  if (power === undefined || power.hotWater !== undefined || hotWater === undefined) return stored;
  return { ...stored, plant: { ...stored.plant, power: { ...power, hotWater } } };
};

/** What a state may lack that was stored before. A release that adds a member to the plant adds an entry at the end. */
export const additions: readonly Addition[] = [addHotWater];

/** A stored state as this release has it. */
export const restoreState = (stored: State, initial: State, all = additions): State =>
  all.reduce((state, add) => add(state, initial), stored);

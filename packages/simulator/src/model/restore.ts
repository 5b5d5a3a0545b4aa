import type { State } from './state.ts';

/**
 * Fills in a member that a stored state lacks, with the value that matches the earlier behaviour. Returns a complete
 * state unchanged. `initial` returns the state of the house when it is first switched on.
 */
export type Addition = (stored: State, initial: () => State) => State;

/** A tank that is missing from the stored state starts in its initial state. */
const addHotWater: Addition = (stored, initial) => {
  const { power } = stored.plant;
  if (power === undefined || power.hotWater !== undefined) return stored;
  const hotWater = initial().plant.power?.hotWater;
  if (hotWater === undefined) return stored;
  return { ...stored, plant: { ...stored.plant, power: { ...power, hotWater } } };
};

/** Constructions that are missing from the stored state begin as warm as in its initial state, beside the stored air. */
const addConstructions: Addition = (stored, initial) => {
  const { climate } = stored.plant;
  if ((climate as Partial<typeof climate>).nodes !== undefined) return stored;
  const { air, humidity, co2 } = climate;
  return {
    ...stored,
    plant: { ...stored.plant, climate: { ...initial().plant.climate, air, humidity, co2 } },
  };
};

/** Members that the stored ducted system lacks: it holds no return air, and its controllers begin anew. */
const addDuctedMembers: Addition = (stored, initial) => {
  const { unit, zones } = stored.plant;
  if (unit === undefined || (unit as Partial<typeof unit>).integral !== undefined) return stored;
  const { returnHeat = 0, returnVapour = 0 } = unit as Partial<typeof unit>;
  const added = { ...unit, returnHeat, returnVapour, integral: 0 };
  const first = initial().plant.zones;
  const driven = zones.map((zone, place) => ({ ...zone, integral: first[place]!.integral }));
  return { ...stored, plant: { ...stored.plant, unit: added, zones: driven } };
};

/** Members that a stored state may lack. If you add a member to the plant, append an entry. */
export const additions: readonly Addition[] = [addHotWater, addConstructions, addDuctedMembers];

/** Returns a stored state with all missing members filled in. */
export const restoreState = (stored: State, initial: () => State, all = additions): State =>
  all.reduce((state, add) => add(state, initial), stored);

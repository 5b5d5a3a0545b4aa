import { VOLUME_HEAT } from './air.ts';
import type { HeatBalance } from './heat-balance.ts';
import type { Network } from './network.ts';
import { PERSON } from './room-defaults.ts';
import type { ClimateWork, Conditions, HeatFlows } from './types.ts';

/** Creates heat flows of 0 for a house of `size` rooms. The object can be reused for every step. */
export const createHeatFlows = (size: number): HeatFlows => {
  const column = () => new Float64Array(size);
  return {
    stored: column(),
    walls: column(),
    windows: column(),
    ground: column(),
    sun: column(),
    people: column(),
    equipment: column(),
    infiltration: column(),
    neighbours: column(),
    supply: column(),
    roomUnits: column(),
  };
};

/** Writes the heat in J stored in each room's air, furniture and structure, relative to 0 °C. */
export const computeStoredHeat = (network: Network, { air, mass }: ClimateWork, into: Float64Array): void => {
  for (let room = 0; room < network.size; room++) {
    into[room] = network.airCapacity[room]! * air[room]! + network.massCapacity[room]! * mass[room]!;
  }
};

/** Creates the function that writes all heat flows of the last heat balance step, except `stored`. */
export const createHeatFlowWriter = (network: Network, heat: HeatBalance, ground: number) => {
  const { meanAir, meanMass } = heat;
  return ({ weather, activity, supply }: Conditions, seconds: number, books: HeatFlows): void => {
    books.neighbours.fill(0);
    for (let room = 0; room < network.size; room++) {
      const toAir = weather.temperature - meanAir[room]!;
      const toMass = weather.temperature - meanMass[room]!;
      books.walls[room] = seconds * (network.wallLoss[room]! * toMass + heat.sunOn[room]!);
      books.windows[room] = seconds * network.windowLoss[room]! * toAir;
      books.ground[room] = seconds * network.groundLoss[room]! * (ground - meanMass[room]!);
      books.sun[room] = seconds * heat.sunIn[room]!;
      books.people[room] = seconds * PERSON.heat * activity.people[room]!;
      books.equipment[room] = seconds * activity.equipment[room]!;
      books.infiltration[room] = seconds * VOLUME_HEAT * heat.outsideAir[room]! * toAir;
      books.supply[room] =
        seconds * VOLUME_HEAT * supply.flow[room]! * (supply.temperature[room]! - meanAir[room]!);
      books.roomUnits[room] = seconds * supply.sensible[room]!;
    }
    for (const { a, b, heat: conductance } of network.links) {
      const flow = seconds * conductance * (meanAir[b]! - meanAir[a]!);
      books.neighbours[a]! += flow;
      books.neighbours[b]! -= flow;
    }
  };
};

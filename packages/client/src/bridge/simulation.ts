import {
  checkOverride,
  type OverrideBody,
  type OverrideName,
  overrideEndpoints,
  type SimulationStatus,
  simulationEndpoints,
} from '@plenum/protocol/simulation';
import { orThrow } from '../error/or-throw.ts';
import type { Own } from './own.ts';

const { readSimulation, exportHouse } = simulationEndpoints;

/** The controls of a simulated house. Calls fail as `unsupported` in front of a real house. */
export interface Simulation {
  /** Reads the current clock, weather, people and faults of the house. */
  readonly status: () => Promise<SimulationStatus>;
  /** Reads the current configuration of the house: an object that `plenum bridge --house` reads as YAML. */
  readonly house: () => Promise<object>;
  /** Overrides something that no client of a real house can change. */
  readonly applyOverride: <Name extends OverrideName>(name: Name, body: OverrideBody<Name>) => Promise<void>;
}

/** Creates the simulation controls of the house behind one connection. */
export const createSimulation = (own: Own): Simulation => ({
  status: () => own.read(readSimulation, undefined),
  house: () => own.read(exportHouse, undefined),
  applyOverride: async (name, body) => {
    const checked = checkOverride(name, body);
    // The zones and lamps of the house are known only to the bridge, which checks their numbers.
    if (checked.ok || checked.refusal.code !== 'no-such-index') orThrow(checked);
    await own.post(overrideEndpoints.get(name)!, body, false);
  },
});

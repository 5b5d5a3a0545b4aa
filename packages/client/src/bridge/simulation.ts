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

/** The controls of a simulated house; a bridge in front of a real one has none and answers `unsupported`. */
export interface Simulation {
  /** The current clock, weather, people and faults of the house. */
  readonly status: () => Promise<SimulationStatus>;
  /** The current configuration of the house: an object that `plenum bridge --house` reads as YAML. */
  readonly house: () => Promise<object>;
  /** Changes something that no client of a real house can change. */
  readonly applyOverride: <Name extends OverrideName>(name: Name, body: OverrideBody<Name>) => Promise<void>;
}

/** Creates the simulation controls of the house behind one connection. */
export const createSimulation = (own: Own): Simulation => ({
  status: () => own.read(readSimulation, undefined),
  house: () => own.read(exportHouse, undefined),
  applyOverride: async (name, body) => {
    const checked = checkOverride(name, body);
    // Only the bridge knows which zones and lamps its house has.
    if (checked.ok || checked.refusal.code !== 'no-such-index') orThrow(checked);
    await own.post(overrideEndpoints.get(name)!, body, false);
  },
});

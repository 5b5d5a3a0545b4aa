import {
  checkOverride,
  type OverrideBody,
  type OverrideName,
  overrideEndpoints,
  type RequestsAnswer,
  type SimulationStatus,
  type SnapshotsAnswer,
  simulationEndpoints,
} from '@plenum/protocol/simulation';
import { orThrow } from '../exchange/or-throw.ts';
import type { Own } from './own.ts';

const {
  readSimulation,
  exportHouse,
  readRequests,
  readSnapshots,
  saveSnapshot,
  restoreSnapshot,
  removeSnapshot,
  startFork,
  endFork,
} = simulationEndpoints;

/** The controls of a simulated house. Calls fail as `unsupported` in front of a real house. */
export interface Simulation {
  /** Reads the current clock, weather, people and faults of the house. */
  readonly status: () => Promise<SimulationStatus>;
  /** Reads the current configuration of the house: an object that `plenum bridge --house` reads as YAML. */
  readonly house: () => Promise<object>;
  /** Overrides something that no client of a real house can change. */
  readonly applyOverride: <Name extends OverrideName>(name: Name, body: OverrideBody<Name>) => Promise<void>;
  /** Reads the latest requests to the bridge, newest first. */
  readonly requests: () => Promise<RequestsAnswer>;
  /** Reads the snapshots and forks of the house. */
  readonly snapshots: () => Promise<SnapshotsAnswer>;
  /** Saves a snapshot of the house with its history and settings; replaces the snapshot of the same name. */
  readonly saveSnapshot: (name: string) => Promise<void>;
  /** Returns the house to a snapshot. Its clock continues from there. */
  readonly restoreSnapshot: (name: string) => Promise<void>;
  /** Removes a snapshot; succeeds if there is none. */
  readonly removeSnapshot: (name: string) => Promise<void>;
  /** Starts another bridge on a port of the same machine, with a copy of a snapshot, or of the current house. */
  readonly startFork: (fork: { readonly port: number; readonly name?: string }) => Promise<void>;
  /** Stops the fork on a port; succeeds if there is none. */
  readonly endFork: (port: number) => Promise<void>;
}

/**
 * Timeout of a step of the clock, in ms. The bridge answers once it has simulated the whole step; a year of a large
 * house can take a small machine several minutes.
 */
const stepTimeout = 3_600_000;

/** Creates the simulation controls of the house behind one connection. */
export const createSimulation = (own: Own): Simulation => ({
  status: () => own.read(readSimulation, undefined),
  house: () => own.read(exportHouse, undefined),
  applyOverride: async (name, body) => {
    const checked = checkOverride(name, body);
    // The zones and lamps of the house are known only to the bridge, which checks their numbers.
    if (checked.ok || checked.refusal.code !== 'no-such-index') orThrow(checked);
    const timeout = name === 'ClockStep' ? stepTimeout : undefined;
    await own.post(overrideEndpoints.get(name)!, body, { retryIfLost: false, timeout });
  },
  requests: () => own.read(readRequests, undefined),
  snapshots: () => own.read(readSnapshots, undefined),
  saveSnapshot: (name) => own.write(saveSnapshot, { name }),
  restoreSnapshot: (name) => own.write(restoreSnapshot, { name }),
  removeSnapshot: (name) => own.write(removeSnapshot, { name }),
  startFork: (fork) => own.write(startFork, fork),
  endFork: (port) => own.write(endFork, { port }),
});

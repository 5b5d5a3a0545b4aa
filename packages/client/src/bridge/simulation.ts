import type { SimulationStatus } from '@plenum/protocol/simulation';
import { checkOverride, type OverrideBody, type OverrideName } from '@plenum/protocol/simulation';
import type { Connection } from '../connection/connection.ts';
import { orThrow } from '../error/or-throw.ts';
import type { Queue } from '../queue/queue.ts';
import { ownAnswer } from './read-own.ts';

/** The controls of a simulated house; a bridge in front of a real one has none and answers `unsupported`. */
export interface Simulation {
  /** The current clock, weather, people and faults of the house. */
  readonly status: () => Promise<SimulationStatus>;
  /** The file of the house as it is set up now: an object that `plenum bridge --house` reads as YAML. */
  readonly house: () => Promise<object>;
  /** Changes what no client of a real house can change. */
  readonly applyOverride: <Name extends OverrideName>(name: Name, body: OverrideBody<Name>) => Promise<void>;
}

const lacks = 'does not offer a simulation of its house';

/** The simulation controls of the house behind one connection. */
export const createSimulation = (connection: Connection, queue: Queue): Simulation => {
  const get = async <T>(path: string) =>
    ownAnswer(connection, await connection.send({ method: 'GET', path, retryIfLost: true }), lacks) as T;
  const post = async (name: OverrideName, value: unknown) => {
    const checked = checkOverride(name, value);
    // Only the bridge knows which zones and lamps its house has.
    if (checked.ok || checked.refusal.code !== 'no-such-index') orThrow(checked);
    const body = JSON.stringify(value);
    const request = { method: 'POST', path: `/simulation/${name}`, body, retryIfLost: false } as const;
    ownAnswer(connection, await connection.send(request), lacks);
  };
  return {
    status: () => queue.read('simulation', () => get<SimulationStatus>('/simulation')),
    house: () => queue.read('house', () => get<object>('/simulation/house')),
    applyOverride: (name, body) => queue.write({ key: undefined, body, run: () => post(name, body) }),
  };
};

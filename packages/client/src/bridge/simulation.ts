import type { SimulationStatus } from '@plenum/protocol/extension';
import { toSentence } from '@plenum/protocol/refusal';
import { checkOverride, type OverrideBody, type OverrideName } from '@plenum/protocol/simulation';
import type { Answer } from '../answer/read-answer.ts';
import type { Connection } from '../connection/connection.ts';
import { BridgeError } from '../error/bridge-error.ts';
import type { Queue } from '../queue/queue.ts';

/** The controls of a simulated house; a bridge in front of a real one has none and answers `unsupported`. */
export interface Simulation {
  /** The current clock, weather, people and faults of the house. */
  readonly status: () => Promise<SimulationStatus>;
  /** The file of the house as it is set up now: an object that `plenum bridge --house` reads as YAML. */
  readonly house: () => Promise<object>;
  /** Changes what no client of a real house can change. */
  readonly applyOverride: <Name extends OverrideName>(name: Name, body: OverrideBody<Name>) => Promise<void>;
}

const orThrow = (connection: Connection, answer: Answer): unknown => {
  if (answer.kind === 'error') throw new BridgeError('refused', answer.sentence, { status: answer.status });
  if (answer.kind === 'missing')
    throw new BridgeError('unsupported', `${connection.where} does not offer a simulation of its house.`);
  return answer.kind === 'json' ? answer.value : undefined;
};

/** The simulation controls of the house behind one connection. */
export const createSimulation = (connection: Connection, queue: Queue): Simulation => {
  const get = async <T>(path: string) =>
    orThrow(connection, await connection.send({ method: 'GET', path, retryIfLost: true })) as T;
  const post = async (name: OverrideName, value: unknown) => {
    const checked = checkOverride(name, value);
    // Only the bridge knows which zones and lamps its house has.
    if (!checked.ok && checked.refusal.code !== 'no-such-index')
      throw new BridgeError('invalid', toSentence(checked.refusal), { refusal: checked.refusal });
    const body = JSON.stringify(value);
    const request = { method: 'POST', path: `/simulation/${name}`, body, retryIfLost: false } as const;
    orThrow(connection, await connection.send(request));
  };
  return {
    status: () => queue.read('simulation', () => get<SimulationStatus>('/simulation')),
    house: () => queue.read('house', () => get<object>('/simulation/house')),
    applyOverride: (name, body) => queue.write({ key: undefined, body, run: () => post(name, body) }),
  };
};

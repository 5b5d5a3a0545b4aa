import type { SimulationStatus } from '@plenum/protocol/extension';
import { toSentence } from '@plenum/protocol/refusal';
import { checkOverride, type OverrideBody, type OverrideName } from '@plenum/protocol/simulation';
import type { Answer } from '../answer/read-answer.ts';
import type { Connection } from '../connection/connection.ts';
import { BridgeError } from '../error/bridge-error.ts';

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
export const createSimulation = (connection: Connection): Simulation => ({
  status: async () =>
    orThrow(
      connection,
      await connection.send({ method: 'GET', path: '/simulation', retryIfLost: true }),
    ) as SimulationStatus,
  house: async () =>
    orThrow(
      connection,
      await connection.send({ method: 'GET', path: '/simulation/house', retryIfLost: true }),
    ) as object,
  applyOverride: async (name, body) => {
    const checked = checkOverride(name, body);
    if (!checked.ok)
      throw new BridgeError('invalid', toSentence(checked.refusal), { refusal: checked.refusal });
    const request = {
      method: 'POST',
      path: `/simulation/${name}`,
      body: JSON.stringify(body),
      retryIfLost: false,
    } as const;
    orThrow(connection, await connection.send(request));
  },
});

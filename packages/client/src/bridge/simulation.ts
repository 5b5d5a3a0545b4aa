import type { SimulationStatus } from '@plenum/protocol/extension';
import { toSentence } from '@plenum/protocol/refusal';
import { checkOverride, type OverrideBody, type OverrideName } from '@plenum/protocol/simulation';
import type { Answer } from '../answer/read-answer.ts';
import { BridgeError } from '../error/bridge-error.ts';
import type { Line } from '../line/line.ts';

/** The controls of a simulated house; a bridge in front of a real one has none and answers `unsupported`. */
export interface Simulation {
  /** Clock, weather, people and faults of the house as they are. */
  readonly status: () => Promise<SimulationStatus>;
  /** Does to the house what no client of a real one can. */
  readonly applyOverride: <Name extends OverrideName>(name: Name, body: OverrideBody<Name>) => Promise<void>;
}

const orThrow = (line: Line, answer: Answer): unknown => {
  if (answer.kind === 'error') throw new BridgeError('refused', answer.sentence, { status: answer.status });
  if (answer.kind === 'missing')
    throw new BridgeError('unsupported', `${line.where} does not offer a simulation of its house.`);
  return answer.kind === 'json' ? answer.value : undefined;
};

/** The simulation controls of the house behind one connection. */
export const createSimulation = (line: Line): Simulation => ({
  status: async () =>
    orThrow(line, await line.send({ method: 'GET', path: '/simulation', again: true })) as SimulationStatus,
  applyOverride: async (name, body) => {
    const checked = checkOverride(name, body);
    if (!checked.ok)
      throw new BridgeError('invalid', toSentence(checked.refusal), { refusal: checked.refusal });
    const request = {
      method: 'POST',
      path: `/simulation/${name}`,
      body: JSON.stringify(body),
      again: false,
    } as const;
    orThrow(line, await line.send(request));
  },
});

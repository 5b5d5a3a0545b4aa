import type { SimulationStatus } from '@plenum/protocol/extension';
import { toSentence } from '@plenum/protocol/refusal';
import { checkIntervention, type InterventionBody, type InterventionName } from '@plenum/protocol/simulation';
import type { Answer } from '../answer/read-answer.ts';
import { BridgeError } from '../error/bridge-error.ts';
import type { Line } from '../line/line.ts';

/** The knobs of a simulated house; a bridge in front of a real one has none and says `unsupported`. */
export interface Simulation {
  /** Clock, weather, people and faults of the house as they are. */
  readonly status: () => Promise<SimulationStatus>;
  /** Does to the house what no client of a real one can. */
  readonly intervene: <Name extends InterventionName>(
    name: Name,
    body: InterventionBody<Name>,
  ) => Promise<void>;
}

const orThrow = (line: Line, answer: Answer): unknown => {
  if (answer.kind === 'error') throw new BridgeError('refused', answer.sentence, { status: answer.status });
  if (answer.kind === 'missing')
    throw new BridgeError('unsupported', `${line.where} does not offer a simulation of its house.`);
  return answer.kind === 'json' ? answer.value : undefined;
};

/** The knobs of the house behind one line. */
export const createSimulation = (line: Line): Simulation => ({
  status: async () =>
    orThrow(line, await line.send({ method: 'GET', path: '/simulation', again: true })) as SimulationStatus,
  intervene: async (name, body) => {
    const checked = checkIntervention(name, body);
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

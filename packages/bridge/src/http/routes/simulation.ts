import { parseBody } from '@plenum/protocol/check';
import { type Result, refuse } from '@plenum/protocol/refusal';
import { checkIntervention, interventions } from '@plenum/protocol/simulation';
import type { SimulatedDevice } from '../../simulated/simulated-device.ts';
import { toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { type Body, bodyOf } from '../body.ts';
import type { Route } from '../route.ts';

const done = toTextAnswer('OK');

/** What the operator of a simulated house may do: `GET /simulation` tells how it stands, `POST /simulation/<name>` intervenes. */
export const createSimulationRoutes = (device: SimulatedDevice, readOnly: boolean): Route[] => {
  const intervene = async (name: string, body: Body): Promise<Result<undefined>> => {
    if (readOnly) return refuse('read-only');
    if (!body.ok) return body;
    const parsed = parseBody(body.value);
    if (!parsed.ok) return parsed;
    const intervention = checkIntervention(name, parsed.value);
    return intervention.ok ? device.intervene(intervention.value) : intervention;
  };
  const status: Route = {
    method: 'GET',
    path: '/simulation',
    door: 'simulation',
    handle: () => toJsonAnswer(JSON.stringify(device.status())),
  };
  const knobs = [...interventions.keys()].map(
    (name): Route => ({
      method: 'POST',
      path: `/simulation/${name}`,
      door: 'simulation',
      handle: async (request) => toAnswer(await intervene(name, bodyOf(request)), () => done),
    }),
  );
  const unknown: Route = {
    method: 'POST',
    path: '/simulation/:name',
    door: 'simulation',
    handle: ({ params }) => {
      const checked = checkIntervention((params as { name: string }).name, undefined);
      return toAnswer(checked, () => done);
    },
  };
  return [status, ...knobs, unknown];
};

import { parseBody } from '@plenum/protocol/check';
import { type Result, refuse } from '@plenum/protocol/refusal';
import { checkOverride, overrides } from '@plenum/protocol/simulation';
import type { SimulatedDevice } from '../../simulated/simulated-device.ts';
import { toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { type Body, bodyOf } from '../body.ts';
import type { Route } from '../route.ts';

const done = toTextAnswer('OK');

/** The controls of a simulated house: `GET /simulation` answers its status, `POST /simulation/<name>` applies an override. */
export const createSimulationRoutes = (device: SimulatedDevice, readOnly: boolean): Route[] => {
  const apply = async (name: string, body: Body): Promise<Result<undefined>> => {
    if (readOnly) return refuse('read-only');
    if (!body.ok) return body;
    const parsed = parseBody(body.value);
    if (!parsed.ok) return parsed;
    const override = checkOverride(name, parsed.value);
    return override.ok ? device.applyOverride(override.value) : override;
  };
  const status: Route = {
    method: 'GET',
    path: '/simulation',
    endpoint: 'simulation',
    handle: () => toJsonAnswer(JSON.stringify(device.status())),
  };
  const routes = [...overrides.keys()].map(
    (name): Route => ({
      method: 'POST',
      path: `/simulation/${name}`,
      endpoint: 'simulation',
      handle: async (request) => toAnswer(await apply(name, bodyOf(request)), () => done),
    }),
  );
  const unknown: Route = {
    method: 'POST',
    path: '/simulation/:name',
    endpoint: 'simulation',
    handle: ({ params }) => {
      const checked = checkOverride((params as { name: string }).name, undefined);
      return toAnswer(checked, () => done);
    },
  };
  return [status, ...routes, unknown];
};

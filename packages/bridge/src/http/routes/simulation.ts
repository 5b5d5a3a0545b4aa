import { parseBody } from '@plenum/protocol/check';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import {
  checkOverride,
  overrideEndpoints,
  type SimulationStatus,
  simulationEndpoints,
} from '@plenum/protocol/simulation';
import type { BridgeQuirks } from '../../quirks/bridge-quirks.ts';
import type { SimulatedDevice } from '../../simulated/simulated-device.ts';
import { toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { type Body, bodyOf } from '../body.ts';
import { type ReadRoute, type Route, servedAt } from '../route.ts';

interface SimulationRoutesDeps {
  readonly device: SimulatedDevice;
  readonly quirks: BridgeQuirks;
  readonly readOnly: boolean;
}

const { readSimulation, exportHouse } = simulationEndpoints;

const done = toTextAnswer('OK');

/**
 * Creates the routes that control a simulated house: `GET /simulation` returns its status, `GET /simulation/house` its
 * house file with the current setup, `POST /simulation/<name>` applies an override.
 */
export function createSimulationRoutes({
  device,
  quirks,
  readOnly,
}: SimulationRoutesDeps): (Route | ReadRoute)[] {
  const apply = async (name: string, body: Body): Promise<Result<undefined>> => {
    if (readOnly) return refuse('read-only');
    if (!body.ok) return body;
    const parsed = parseBody(body.value);
    if (!parsed.ok) return parsed;
    const override = device.checkOverride(name, parsed.value);
    if (!override.ok) return override;
    if (override.value.name !== 'Quirks') return device.applyOverride(override.value);
    quirks.set(override.value.body);
    return ok(undefined);
  };
  const status: Route = {
    ...servedAt(readSimulation),
    handle: () => {
      const status: SimulationStatus = { ...device.status(), quirks: quirks.current() };
      return toJsonAnswer(JSON.stringify(status));
    },
  };
  const house: ReadRoute = {
    ...servedAt(exportHouse),
    read: () => toJsonAnswer(JSON.stringify(device.exportHouse())),
  };
  const routes = Array.from(
    overrideEndpoints,
    ([name, endpoint]): Route => ({
      ...servedAt(endpoint),
      handle: async (request) => toAnswer(await apply(name, bodyOf(request)), () => done),
    }),
  );
  const unknown: Route = {
    method: 'POST',
    path: '/simulation/:name',
    endpoint: 'simulation',
    handle: ({ param }) => {
      const checked = checkOverride(param, undefined);
      return toAnswer(checked, () => done);
    },
  };
  return [status, house, ...routes, unknown];
}

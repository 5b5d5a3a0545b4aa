import { parseBody } from '@plenum/protocol/check';
import { type Datagrams, indexOf } from '@plenum/protocol/component';
import type { SimulationStatus } from '@plenum/protocol/extension';
import { ok, type Refusal, type Result, refuse } from '@plenum/protocol/refusal';
import { checkOverride, overrides } from '@plenum/protocol/simulation';
import type { BridgeManners } from '../../manners/bridge-manners.ts';
import type { SimulatedDevice } from '../../simulated/simulated-device.ts';
import { toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { type Body, bodyOf } from '../body.ts';
import type { Route } from '../route.ts';

export interface SimulationRoutesDeps {
  readonly device: SimulatedDevice;
  readonly manners: BridgeManners;
  readonly readOnly: boolean;
}

const done = toTextAnswer('OK');

const indexesOf = (datagrams: Datagrams, kind: 'zone' | 'split' | 'vrf' | 'station'): readonly number[] =>
  datagrams[kind].map((datagram) => indexOf(kind, datagram));

const attached = (list: readonly { readonly Index: number; readonly Att: number }[]): readonly number[] =>
  list.filter(({ Att }) => Att === 1).map(({ Index }) => Index);

/** What a house has of everything that an override can choose, by the noun of the index. */
const installed: Readonly<Record<string, (datagrams: Datagrams) => readonly number[]>> = {
  zone: (datagrams) => indexesOf(datagrams, 'zone'),
  split: (datagrams) => indexesOf(datagrams, 'split'),
  unit: (datagrams) => indexesOf(datagrams, 'vrf'),
  station: (datagrams) => indexesOf(datagrams, 'station'),
  device: ({ power: [monitor] }) => [...(monitor?.Devices ?? []).keys()],
  lamp: ({ lamp }) => attached(lamp),
  switch: ({ wallSwitch }) => attached(wallSwitch),
};

/** An index that no house has is refused as one that this house does not have: with those that are there. */
const refuseOverride = (refusal: Refusal, datagrams: Datagrams) => {
  const { code, path, input, facts } = refusal;
  const noun = facts?.noun;
  const there = typeof noun === 'string' ? installed[noun]?.(datagrams) : undefined;
  if (code !== 'no-such-index' || there === undefined) return { ok: false, refusal } as const;
  return refuse('not-installed', {
    path,
    input,
    facts: { noun: noun as string, index: Number(input), count: there.length, installed: there.join(', ') },
  });
};

/**
 * The controls of a simulated house: `GET /simulation` answers its status, `GET /simulation/house` its file as it is set up now,
 * `POST /simulation/<name>` applies an override.
 */
export const createSimulationRoutes = ({ device, manners, readOnly }: SimulationRoutesDeps): Route[] => {
  const apply = async (name: string, body: Body): Promise<Result<undefined>> => {
    if (readOnly) return refuse('read-only');
    if (!body.ok) return body;
    const parsed = parseBody(body.value);
    if (!parsed.ok) return parsed;
    const override = checkOverride(name, parsed.value);
    if (!override.ok) return refuseOverride(override.refusal, device.datagrams());
    if (override.value.name !== 'Manners') return device.applyOverride(override.value);
    manners.set(override.value.body);
    return ok(undefined);
  };
  const status: Route = {
    method: 'GET',
    path: '/simulation',
    endpoint: 'simulation',
    handle: () => {
      const status: SimulationStatus = { ...device.status(), manners: manners.current() };
      return toJsonAnswer(JSON.stringify(status));
    },
  };
  const house: Route = {
    method: 'GET',
    path: '/simulation/house',
    endpoint: 'simulation',
    handle: () => toJsonAnswer(JSON.stringify(device.exportHouse())),
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
  return [status, house, ...routes, unknown];
};

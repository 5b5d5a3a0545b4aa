import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from '../attack/attacks.ts';
import { openBridge, snapshotOf } from '../attack/bridges.ts';
import { startChild } from '../child.ts';
import type { Row } from '../row.ts';
import { type CloudEnvironment, startCloudEnvironment, until } from './environment.ts';
import { formatLatency, type Latency, timeEach } from './latency.ts';
import { post } from './post.ts';

/** A request that the honest neighbour repeats. */
export type Use = 'query' | 'control' | 'entry';

/** Number of requests, and the pause between two of them in ms: a token may make 50 requests a second. */
const pace = {
  query: { count: 300, rest: 25 },
  control: { count: 300, rest: 25 },
  entry: { count: 40, rest: 100 },
};

const createRequest = async (environment: CloudEnvironment, request: (turn: number) => object) => {
  const { access } = await (await environment.enter()).allowApp();
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
  let turn = 0;
  return () =>
    post(`${environment.url}/dev`, JSON.stringify({ requestId: randomUUID(), ...request(turn++) }), headers);
};

/** Connects until the snapshot is acknowledged; throws if the bridge is refused. */
const enter = async ({ url, key, systemIds }: CloudEnvironment) => {
  const systemId = systemIds.at(-1)!;
  let isIn = false;
  const refused = await openBridge({
    cloud: url,
    key,
    systemId,
    opened: (bridge) => {
      bridge.send(snapshotOf(systemId, []));
      return () => {
        isIn = true;
        bridge.close();
      };
    },
  });
  if (!isIn) throw new Error(`an honest bridge was refused: ${refused?.error}`);
};

const createUse = async (environment: CloudEnvironment, use: Use): Promise<() => Promise<unknown>> => {
  const componentId = `${environment.systemIds[0]}_hvac_systemsettings_0`;
  switch (use) {
    case 'query':
      return createRequest(environment, () => ({ requestType: 'Query', componentId }));
    case 'control':
      return createRequest(environment, (turn) => ({
        requestType: 'Control',
        componentId,
        requestBody: { SysOn: turn % 2 },
      }));
    case 'entry':
      return () => enter(environment);
  }
};

/** Measures the response times of an honest user before and during an attack from another account. */
export async function measureNeighbour(attack: Attack, use: Use, limit: number): Promise<Row> {
  await using environment = await startCloudEnvironment({ count: 2, isLimited: true });
  await using fleet = environment.fleetOf({ systemIds: environment.systemIds.slice(0, 1) });
  await until(() => fleet.metrics.connected === 1);
  const act = await createUse(environment, use);
  const time = (): Promise<Latency> => timeEach(pace[use].count, act, pace[use]);
  const before = await time();
  const resident = await environment.child().resident();
  await using _attacker = await startChild('servers/attacker', [
    JSON.stringify({ url: environment.url, attack }),
  ]);
  await pause(2_000);
  const under = await time();
  const grown = ((await environment.child().resident()) - resident) / 1_048_576;
  const ratio = under.p50 / before.p50;
  return {
    name: `${use} during an attack by ${attack}`,
    measured: `${formatLatency(under)}, ${grown.toFixed(0)} MB more`,
    reference: `before: ${formatLatency(before)}`,
    ratio,
    limit: `<= ${limit}`,
    within: ratio <= limit,
  };
}

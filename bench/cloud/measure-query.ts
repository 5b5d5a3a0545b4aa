import { randomUUID } from 'node:crypto';
import { startChild } from '../child.ts';
import { bytesOf, compareLoads, type Request } from '../load.ts';
import type { Samples } from '../measured.ts';
import { type CloudEnvironment, startCloudEnvironment, until } from './environment.ts';

/** Creates a Query with a token of the demo account, for a bridge that is connected. */
export async function createQuery(environment: CloudEnvironment): Promise<Request> {
  const { access } = await (await environment.enter()).allowApp();
  const componentId = `${environment.systemIds[0]}_hvac_zone_0`;
  return {
    method: 'POST',
    path: '/dev',
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ requestId: randomUUID(), requestType: 'Query', componentId }),
  };
}

/** Measures Query with a token, compared with raw node:http that serves the same bytes. */
export async function measureCloudQuery(): Promise<readonly Samples[]> {
  await using environment = await startCloudEnvironment({ count: 1 });
  await using fleet = environment.fleetOf();
  await until(() => fleet.metrics.connected === 1);
  const query = await createQuery(environment);
  const answer = await bytesOf(environment.child(), query);
  await using raw = await startChild('peers/raw-http', [answer.toString('base64')]);
  const { rate, cpu } = await compareLoads(query, environment.child(), { 'raw node:http': raw });
  return [
    { name: 'cloud query with a token', ...rate },
    { name: 'CPU time of a cloud query', ...cpu },
  ];
}

import { randomUUID } from 'node:crypto';
import { startChild } from '../child.ts';
import { compare, type Load, type Request } from '../load.ts';
import type { Row } from '../row.ts';
import { startCloudEnvironment, until } from './environment.ts';

const limit = 0.4;
const formatLoad = ({ rate, p99, cpu }: Load) =>
  `${Math.round(rate)}/s, p99 ${p99} ms, ${Math.round(cpu)} µs CPU`;

/** Measures Query with a token, compared with a plain `node:http` server that sends the same bytes. */
export const measureCloudQuery = async (): Promise<Row> => {
  await using environment = await startCloudEnvironment({ count: 1 });
  await using fleet = environment.fleetOf();
  await until(() => fleet.metrics.connected === 1);
  const { access } = await (await environment.enter()).allowApp();
  const componentId = `${environment.systemIds[0]}_hvac_zone_0`;
  const query: Request = {
    method: 'POST',
    path: '/dev',
    headers: { authorization: `Bearer ${access}` },
    body: JSON.stringify({ requestId: randomUUID(), requestType: 'Query', componentId }),
  };
  const answer = await fetch(`${environment.url}/dev`, {
    method: 'POST',
    headers: query.headers!,
    body: query.body!,
  });
  const bytes = Buffer.from(await answer.arrayBuffer()).toString('base64');
  await using peer = await startChild('raw-http', [bytes]);
  const loads = await compare([environment.child(), query], [peer, query]);
  const ratio = loads.ours.rate / loads.peer.rate;
  return {
    name: 'cloud query with a token',
    measured: formatLoad(loads.ours),
    reference: `raw node:http: ${formatLoad(loads.peer)}`,
    ratio,
    limit: `>= ${limit.toFixed(2)}`,
    within: ratio >= limit,
  };
};

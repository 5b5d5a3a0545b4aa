import { randomUUID } from 'node:crypto';
import { startChild } from '../child.ts';
import { compare, type Load, type Request } from '../load.ts';
import type { Row } from '../row.ts';
import { startCloudWorld, until } from './world.ts';

const limit = 0.4;
const say = ({ rate, p99, cpu }: Load) => `${Math.round(rate)}/s, p99 ${p99} ms, ${Math.round(cpu)} µs CPU`;

/** Query with a token beside raw node:http that serves the same bytes. */
export const measureCloudQuery = async (): Promise<Row> => {
  await using world = await startCloudWorld({ count: 1 });
  await using fleet = world.fleetOf();
  await until(() => fleet.tally.connected === 1);
  const { access } = await (await world.enter()).allowApp();
  const componentId = `${world.systemIds[0]}_hvac_zone_0`;
  const query: Request = {
    method: 'POST',
    path: '/dev',
    headers: { authorization: `Bearer ${access}` },
    body: JSON.stringify({ requestId: randomUUID(), requestType: 'Query', componentId }),
  };
  const answer = await fetch(`${world.url}/dev`, {
    method: 'POST',
    headers: query.headers!,
    body: query.body!,
  });
  const bytes = Buffer.from(await answer.arrayBuffer()).toString('base64');
  await using peer = await startChild('raw-http', [bytes]);
  const loads = await compare([world.child(), query], [peer, query]);
  const ratio = loads.ours.rate / loads.peer.rate;
  return {
    name: 'cloud query with a token',
    measured: say(loads.ours),
    beside: `raw node:http: ${say(loads.peer)}`,
    ratio,
    limit: `>= ${limit.toFixed(2)}`,
    within: ratio >= limit,
  };
};

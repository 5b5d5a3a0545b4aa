import { type Server, startChild } from '../child.ts';
import { bytesOf, compareLoads, type Request } from '../load.ts';
import type { Samples } from '../measured.ts';
import { type Stub, startMockServers } from '../peers/mock-servers.ts';

const query: Request = {
  method: 'POST',
  path: '/HvacRequestV2',
  body: '{"HvacV2Request":{"Type":1,"No":0,"No1":0}}',
};
const v1Read: Request = { method: 'GET', path: '/SystemSettings' };
const control: Request = {
  method: 'POST',
  path: '/HvacCommandV2',
  body: '{"ZoneSetpoint":{"Index":1,"Setpoint":2250}}',
};

const compareReads = async (
  [name, cpuName]: readonly [string, string],
  { request, answer }: Stub,
  peers: Readonly<Record<string, Server>>,
): Promise<readonly Samples[]> => {
  await using bridge = await startChild('servers/bridge');
  await using raw = await startChild('peers/raw-http', [answer.toString('base64')]);
  const { rate, cpu } = await compareLoads(request, bridge, { 'raw node:http': raw, ...peers });
  return [
    { name, ...rate },
    { name: cpuName, ...cpu },
  ];
};

const readAnswers = async (...requests: readonly Request[]): Promise<Stub[]> => {
  await using bridge = await startChild('servers/bridge');
  return await Promise.all(
    requests.map(async (request) => ({ request, answer: await bytesOf(bridge, request) })),
  );
};

const compareControl = async (): Promise<Samples> => {
  await using bridge = await startChild('servers/bridge');
  await using peer = await startChild('peers/raw-commit');
  const { rate } = await compareLoads(control, bridge, { 'raw node:http, one commit each': peer });
  return { name: 'durable control', ...rate };
};

/** Measures the endpoints of a bridge on the local network. */
export async function measureLocal(): Promise<readonly Samples[]> {
  const stubs = await readAnswers(query, v1Read);
  await using mocks = await startMockServers(stubs);
  return [
    ...(await compareReads(['local query', 'CPU time of a local query'], stubs[0]!, mocks.servers)),
    ...(await compareReads(['v1 read', 'CPU time of a v1 read'], stubs[1]!, mocks.servers)),
    await compareControl(),
  ];
}

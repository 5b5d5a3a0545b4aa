import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import WebSocket from 'ws';
import { alternate } from '../alternate.ts';
import { startChild } from '../child.ts';
import type { Samples } from '../measured.ts';
import { startCloudEnvironment, until } from './environment.ts';
import { timeEach, toLatencySamples } from './latency.ts';
import { post } from './post.ts';

/** Controls in each turn, and the bridges that they go to, since a bridge gets 50 a second once it had 500 of them. */
const count = 200;
const bridges = 100;

/** Starts the limit; its sockets answer each message with itself. */
const startRelay = async (databaseUrl: string | undefined) => {
  await using stack = new AsyncDisposableStack();
  const child = stack.use(await startChild('peers/relay', databaseUrl === undefined ? [] : [databaseUrl]));
  for (let n = 0; n < bridges; n++) {
    const socket = new WebSocket(`ws://127.0.0.1:${child.port}`);
    socket.on('message', (data) => socket.send(data.toString()));
    stack.defer(() => socket.terminate());
    await once(socket, 'open');
  }
  const running = stack.move();
  return { port: child.port, [Symbol.asyncDispose]: () => running.disposeAsync() };
};

/** Measures a control through the cloud to one of many bridges and back. */
export async function measureCloudControl(
  engine: string,
  createDatabase: () => Promise<string | undefined>,
): Promise<readonly Samples[]> {
  const databaseUrl = await createDatabase();
  await using environment = await startCloudEnvironment({
    count: bridges,
    ...(databaseUrl !== undefined && { databaseUrl }),
  });
  await using fleet = environment.fleetOf();
  await until(() => fleet.metrics.connected === bridges);
  await using relay = await startRelay(await createDatabase());
  const { access } = await (await environment.enter()).allowApp();
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
  let turn = 0;
  const bodyOf = () =>
    JSON.stringify({
      requestId: randomUUID(),
      requestType: 'Control',
      componentId: `${environment.systemIds[turn % bridges]}_hvac_systemsettings_0`,
      requestBody: { SysOn: Math.floor(turn++ / bridges) % 2 },
    });
  const { ours, limit } = await alternate({
    ours: () => timeEach(count, () => post(`${environment.url}/dev`, bodyOf(), headers)),
    limit: () => timeEach(count, () => post(`http://127.0.0.1:${relay.port}/`, bodyOf(), headers)),
  });
  return toLatencySamples(`control through the cloud, ${engine}`, ours, {
    'raw node:http, one commit and bare ws': limit,
  });
}

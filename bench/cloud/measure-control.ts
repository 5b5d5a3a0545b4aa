import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import WebSocket from 'ws';
import { startChild } from '../child.ts';
import type { Row } from '../row.ts';
import { startCloudEnvironment, until } from './environment.ts';
import { formatLatency, type Latency, timeEach } from './latency.ts';
import { post } from './post.ts';

const count = 1_000;

const measureEcho = async (): Promise<Latency> => {
  await using peer = await startChild('echo');
  const socket = new WebSocket(`ws://127.0.0.1:${peer.port}`);
  await once(socket, 'open');
  const latency = await timeEach(count, async (turn) => {
    socket.send(JSON.stringify({ SysOn: turn % 2 }));
    await once(socket, 'message');
  });
  socket.close();
  return latency;
};

/**
 * Measures a durably stored control through the cloud to a bridge and back, compared with a bare WebSocket round trip.
 */
export const measureCloudControl = async (): Promise<Row> => {
  await using environment = await startCloudEnvironment({ count: 1 });
  await using fleet = environment.fleetOf();
  await until(() => fleet.metrics.connected === 1);
  const { access } = await (await environment.enter()).allowApp();
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
  const componentId = `${environment.systemIds[0]}_hvac_systemsettings_0`;
  const ours = await timeEach(count, (turn) =>
    post(
      `${environment.url}/dev`,
      JSON.stringify({
        requestId: randomUUID(),
        requestType: 'Control',
        componentId,
        requestBody: { SysOn: turn % 2 },
      }),
      headers,
    ),
  );
  const echo = await measureEcho();
  return {
    name: 'control through the cloud and back',
    measured: formatLatency(ours),
    reference: `bare WebSocket: ${formatLatency(echo)}`,
    ratio: ours.p50 / echo.p50,
    limit: 'not limited',
    within: true,
  };
};

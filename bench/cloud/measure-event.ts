import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { verifyWebhook } from '@plenum/client';
import { startChild } from '../child.ts';
import type { Row } from '../row.ts';
import { sayLatency, timeEach } from './latency.ts';
import { startCloudWorld } from './world.ts';

const count = 300;
const limits = { p50: 30, p99: 150 };

/** From a command on the local network to the signed Event about it, received. */
export const measureCloudEvent = async (): Promise<Row> => {
  await using world = await startCloudWorld({ count: 0 });
  const account = await world.enter();
  await account.allowApp();
  let heard: (setpoint: number) => void = () => {};
  const secrets: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    response.writeHead(204).end();
    // What is not signed by the cloud ends the measurement: it would measure something else.
    const { message } = verifyWebhook({ headers: request.headers, body: text, secrets });
    if (message.requestType !== 'Event') return;
    for (const { componentId, datagram } of message.requestBody.devices)
      if (componentId.endsWith('_hvac_zone_1')) heard((datagram as { Setpoint: number }).Setpoint);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const made = await account.call('/console/apps/plenum-demo-app/endpoints', {
    url: `http://127.0.0.1:${port}/events`,
  });
  secrets.push(made.secret!);
  const token = await account.allowPairing();
  await using bridge = await startChild('paired-bridge', [JSON.stringify({ cloud: world.url, token })]);
  await pause(2_000); // the snapshot's own events come first
  const latency = await timeEach(count, async (turn) => {
    const Setpoint = 1_800 + 50 * (turn % 20);
    const arrived = new Promise<void>((resolve) => {
      heard = (setpoint) => setpoint === Setpoint && resolve();
    });
    await fetch(`http://127.0.0.1:${bridge.port}/HvacCommandV2`, {
      method: 'POST',
      body: JSON.stringify({ ZoneSetpoint: { Index: 1, Setpoint } }),
    });
    await arrived;
    await pause(5);
  });
  server.closeAllConnections();
  server.close();
  const { p50, p99 } = { p50: latency.p50 - 5, p99: latency.p99 - 5 };
  return {
    name: 'LAN change to signed event received',
    measured: sayLatency({ p50, p99 }),
    beside: `${count} changes, one after the other`,
    ratio: p50 / limits.p50,
    limit: `p50 < ${limits.p50} ms, p99 < ${limits.p99} ms`,
    within: p50 < limits.p50 && p99 < limits.p99,
  };
};

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../row.ts';
import { startCloudWorld, until } from './world.ts';

const count = 200;
const seconds = 10;

/** As many changes as a cloud takes, all of them pushed to one endpoint. */
export const measureThroughput = async (engine: string, databaseUrl?: string): Promise<Row> => {
  await using world = await startCloudWorld({ count, ...(databaseUrl !== undefined && { databaseUrl }) });
  const account = await world.enter();
  await account.allowApp();
  let [events, devices] = [0, 0];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request.setEncoding('utf8')) text += piece;
    response.writeHead(204).end();
    const body = JSON.parse(text) as { requestBody?: { devices: object[] } };
    events++;
    devices += body.requestBody?.devices.length ?? 0;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await account.call('/console/apps/plenum-demo-app/endpoints', { url: `http://127.0.0.1:${port}/events` });
  let changing = 0;
  await using fleet = world.fleetOf({ changesPerSecond: () => changing });
  await until(() => fleet.tally.connected === count);
  changing = 20_000;
  await pause(2_000);
  const before = { stored: fleet.tally.acknowledged, devices, events };
  const cpuBefore = await world.child().cpu();
  const begun = performance.now();
  await pause(seconds * 1000);
  const passed = (performance.now() - begun) / 1000;
  const cpu = ((await world.child().cpu()) - cpuBefore) / 1e6 / passed;
  const stored = (fleet.tally.acknowledged - before.stored) / passed;
  const delivered = (devices - before.devices) / passed;
  const pushed = (events - before.events) / passed;
  server.closeAllConnections();
  server.close();
  return {
    name: `changes to delivered events, ${engine}`,
    measured: `${Math.round(stored)} changes/s stored, ${Math.round(delivered)}/s delivered in ${Math.round(pushed)} events/s`,
    beside: `${count} bridges, 1 endpoint, ${cpu.toFixed(2)} cores; the rest superseded`,
    limit: 'told only',
    within: true,
  };
};

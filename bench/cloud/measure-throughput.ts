import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../row.ts';
import { openEndpoint } from './endpoint.ts';
import { startCloudEnvironment, until } from './environment.ts';

const count = 200;
const seconds = 10;

/** Measures the maximum rate of changes that a cloud accepts, all sent to one endpoint. */
export const measureThroughput = async (engine: string, databaseUrl?: string): Promise<Row> => {
  await using environment = await startCloudEnvironment({
    count,
    ...(databaseUrl !== undefined && { databaseUrl }),
  });
  const account = await environment.enter();
  await account.allowApp();
  let [events, devices] = [0, 0];
  using _endpoint = await openEndpoint(account, (_, body) => {
    const { requestBody } = JSON.parse(body) as { requestBody?: { devices: object[] } };
    events++;
    devices += requestBody?.devices.length ?? 0;
  });
  let changing = 0;
  await using fleet = environment.fleetOf({ changesPerSecond: () => changing });
  await until(() => fleet.metrics.connected === count);
  changing = 20_000;
  await pause(2_000);
  const before = { stored: fleet.metrics.acknowledged, devices, events };
  const cpuBefore = await environment.child().cpu();
  const begun = performance.now();
  await pause(seconds * 1000);
  const passed = (performance.now() - begun) / 1000;
  const cpu = ((await environment.child().cpu()) - cpuBefore) / 1e6 / passed;
  const stored = (fleet.metrics.acknowledged - before.stored) / passed;
  const delivered = (devices - before.devices) / passed;
  const pushed = (events - before.events) / passed;
  return {
    name: `changes to delivered events, ${engine}`,
    measured: `${Math.round(stored)} changes/s stored, ${Math.round(delivered)}/s delivered in ${Math.round(pushed)} events/s`,
    reference: `${count} bridges, 1 endpoint, ${cpu.toFixed(2)} cores; the rest superseded`,
    limit: 'not limited',
    within: true,
  };
};

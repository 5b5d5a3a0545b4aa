import { setTimeout as pause } from 'node:timers/promises';
import { alternate } from '../alternate.ts';
import { startChild } from '../child.ts';
import type { Samples } from '../measured.ts';
import { openEndpoint } from './endpoint.ts';
import { startCloudEnvironment, until } from './environment.ts';

const count = 500;
/** More than any engine stores, so that each bridge always has a change to send. */
const offered = 50_000;
const seconds = 4;

/** Changes per second. */
interface Rates {
  readonly stored: number;
  readonly delivered: number;
}

/** Measures as many changes as a cloud can accept, all sent to one endpoint. */
export async function measureThroughput(
  engine: string,
  createDatabase: () => Promise<string | undefined>,
): Promise<readonly Samples[]> {
  const databaseUrl = await createDatabase();
  await using environment = await startCloudEnvironment({
    count,
    ...(databaseUrl !== undefined && { databaseUrl }),
  });
  const account = await environment.enter();
  await account.allowApp();
  let devices = 0;
  using endpoint = await openEndpoint(account, (_, body) => {
    const { requestBody } = JSON.parse(body) as { requestBody?: { devices: object[] } };
    devices += requestBody?.devices.length ?? 0;
  });
  await using peer = await startChild('peers/outbox', [
    JSON.stringify({ endpoint: endpoint.url, databaseUrl: await createDatabase() }),
  ]);
  let changing = 0;
  await using fleet = environment.fleetOf({ changesPerSecond: () => changing });
  await until(() => fleet.metrics.connected === count);
  const runOurs = async (): Promise<Rates> => {
    changing = offered;
    await pause(1_000);
    const before = { acknowledged: fleet.metrics.acknowledged, devices };
    const begun = performance.now();
    await pause(seconds * 1_000);
    const passed = (performance.now() - begun) / 1_000;
    const stored = (fleet.metrics.acknowledged - before.acknowledged) / passed;
    const delivered = (devices - before.devices) / passed;
    changing = 0;
    await pause(1_000); // what is left in the outbox is delivered
    return { stored, delivered };
  };
  const runPeer = async (): Promise<Rates> =>
    (await (await fetch(`http://127.0.0.1:${peer.port}/?seconds=${seconds}`)).json()) as Rates;
  const { ours, limit } = await alternate({ ours: runOurs, limit: runPeer });
  return (['stored', 'delivered'] as const).map((what) => ({
    name: `changes ${what}, ${engine}`,
    ours: ours.map((rates) => rates[what]),
    others: { 'hand-written outbox': limit.map((rates) => rates[what]) },
  }));
}

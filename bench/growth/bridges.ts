import { setTimeout as pause } from 'node:timers/promises';
import { rounds } from '../alternate.ts';
import { startCloudEnvironment, until } from '../cloud/environment.ts';
import { timeEach } from '../cloud/latency.ts';
import { createQuery } from '../cloud/measure-query.ts';
import { post } from '../cloud/post.ts';
import type { Curve } from '../recording.ts';
import { summarize } from '../statistics.ts';

const sizes = [100, 1_000, 3_000, 10_000];

const repeat = async (measure: () => Promise<number>) => {
  const values: number[] = [];
  for (let round = 0; round < rounds; round++) values.push(await measure());
  return summarize(values);
};

/** Measures a node that holds more and more bridges. */
export async function growBridges(): Promise<Record<string, Curve>> {
  await using environment = await startCloudEnvironment({ count: sizes.at(-1)! });
  await using fleets = new AsyncDisposableStack();
  const [memory, query]: [Curve[number][], Curve[number][]] = [[], []];
  let connected = 0;
  for (const size of sizes) {
    const fleet = fleets.use(
      environment.fleetOf({ systemIds: environment.systemIds.slice(connected, size) }),
    );
    await until(() => fleet.metrics.connected === size - connected);
    connected = size;
    await pause(1_000);
    memory.push([size, await repeat(async () => (await environment.child().retained()) / 1_048_576)]);
    const { path, body, headers } = await createQuery(environment);
    const ask = () => post(environment.url + path, body!, headers!);
    query.push([size, await repeat(async () => (await timeEach(200, ask)).p50)]);
  }
  return { 'memory of a node by bridges': memory, 'cloud query by bridges': query };
}

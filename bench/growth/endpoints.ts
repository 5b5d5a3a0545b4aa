import { setTimeout as pause } from 'node:timers/promises';
import { createFleetMetrics, startSimulatedBridge } from '@plenum/cli/fleet';
import { rounds } from '../alternate.ts';
import { addLinkedApp } from '../attack/apps.ts';
import { openEndpoint } from '../cloud/endpoint.ts';
import { startCloudEnvironment, until } from '../cloud/environment.ts';
import type { Curve } from '../recording.ts';
import { summarize } from '../statistics.ts';

/** The last is nearly the most of an account, which has at most 100 apps. */
const sizes = [1, 10, 100, 300, 900];
/** The most endpoints of an app. */
const maxEndpoints = 10;

/** Measures how long it takes until one change has reached every endpoint, for increasing numbers of endpoints. */
export async function growEndpoints(): Promise<Record<string, Curve>> {
  await using environment = await startCloudEnvironment({ count: 1 });
  const account = await environment.enter();
  let received = 0;
  const endpointOf = async () => {
    await account.allowApp();
    return openEndpoint(account, (_, body) => {
      if (body.includes('_hvac_zone_0')) received++;
    });
  };
  using endpoint = await endpointOf();
  const metrics = createFleetMetrics();
  const bridge = startSimulatedBridge({
    cloud: environment.url,
    systemId: environment.systemIds[0]!,
    key: environment.key,
    metrics,
    random: Math.random,
    firstWait: 1_000,
  });
  await until(() => metrics.connected === 1);
  const curve: Curve[number][] = [];
  let endpoints = 1;
  for (const size of sizes) {
    while (endpoints < size) {
      const more = Math.min(maxEndpoints, size - endpoints);
      await addLinkedApp({ url: environment.url, account }, `App ${endpoints}`, {
        count: more,
        url: endpoint.url,
      });
      endpoints += more;
      // The console accepts 20 requests a second from an account.
      await pause(1_200);
    }
    await pause(1_000);
    const times: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      received = 0;
      const begun = performance.now();
      bridge.change();
      while (received < size) await pause(1);
      if (round > 0) times.push(performance.now() - begun);
      await pause(200);
    }
    curve.push([size, summarize(times)]);
  }
  await bridge.end();
  return { 'one change to all endpoints by endpoints': curve };
}

import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { type ClimateCloudConfig, createLog, startClimateCloud } from '@plenum/cloud';

/** What a node that is to be killed is told on its command line, as JSON. */
export interface HastyOrders
  extends Pick<ClimateCloudConfig, 'nats' | 'publicUrl' | 'endpointKey' | 'controlWithin' | 'events'> {
  readonly store: ClimateCloudConfig['store'];
}

/** A whole node as it ships, but in a hurry: an endpoint is given up after as many tries as in life, within a second. */
const hurry: Partial<ClimateCloudConfig> = {
  development: true,
  rate: { rate: 100_000, burst: 100_000 },
  controlWithin: 1_000,
  events: {
    limits: { deadline: 500, pause: 100, slow: 200 },
    plan: { pauses: Array.from({ length: 11 }, () => 40), longestRest: 40 },
  },
};

if (process.argv[1] === import.meta.filename) {
  // What is killed writes no cache at its end, and the next would compile everything anew.
  flushCompileCache();
  const orders = JSON.parse(process.argv[2]!) as HastyOrders;
  const log = createLog({ write: (text) => process.stderr.write(text) });
  await using cloud = await startClimateCloud({ ...hurry, ...orders, httpPort: 0, log });
  process.stdout.write(`${cloud.http.port}\n`);
  await once(process, 'SIGTERM');
}

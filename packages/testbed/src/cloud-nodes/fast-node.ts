import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { type ClimateCloudConfig, createLog, startClimateCloud } from '@plenum/cloud';
import { leastCost } from '@plenum/cloud/testbed';

/** The configuration of a node, passed as JSON on its command line. */
export interface FastNodeConfig
  extends Pick<ClimateCloudConfig, 'nats' | 'publicUrl' | 'endpointKey' | 'controlWithin' | 'events'> {
  readonly store: ClimateCloudConfig['store'];
}

/**
 * A complete node with default settings except for short delays: it gives up a message after the usual number of
 * attempts, within a second.
 */
const shortWaits: Partial<ClimateCloudConfig> = {
  development: true,
  passwordCost: leastCost,
  rate: { rate: 100_000, burst: 100_000 },
  controlWithin: 1_000,
  events: {
    limits: { timeout: 500, pollInterval: 100, slowAfter: 200, lease: 1_000, renewInterval: 250 },
    retryPolicy: { delays: Array.from({ length: 11 }, () => 40), maxPause: 40 },
  },
};

if (process.argv[1] === import.meta.filename) {
  // A killed process does not write its compile cache, so the next process would compile everything again.
  flushCompileCache();
  const config = JSON.parse(process.argv[2]!) as FastNodeConfig;
  const log = createLog({ write: (text) => process.stderr.write(text) });
  await using cloud = await startClimateCloud({ ...shortWaits, ...config, httpPort: 0, log });
  process.stdout.write(`${cloud.http.port}\n`);
  await once(process, 'SIGTERM');
}

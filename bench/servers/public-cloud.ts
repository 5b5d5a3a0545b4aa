import { startClimateCloud } from '@plenum/cloud';
import { limits } from '@plenum/protocol/cloud';
import { serveParent } from '../child.ts';

/**
 * A cloud with its default limits, behind a load balancer on this machine, so that a client can come from any address.
 * Development mode creates the demo app. The argument is the data folder.
 */
const cloud = await startClimateCloud({
  store: { dataDir: process.argv[2]! },
  httpPort: 0,
  development: true,
  trustedProxies: ['127.0.0.1'],
  bridgesPerAccount: limits.bridges.most,
});
process.on('SIGTERM', async () => {
  await cloud[Symbol.asyncDispose]();
  process.exit(0);
});
serveParent(cloud.http.port);

import { startClimateCloud } from '@plenum/cloud';
import { serveParent } from '../child.ts';

/**
 * A cloud with its default limits at all addresses of this machine, behind a load balancer on the machine, so that a
 * client can come from any address. The argument is the data folder.
 */
const cloud = await startClimateCloud({
  store: { dataDir: process.argv[2]! },
  httpHost: '0.0.0.0',
  httpPort: 0,
  trustedProxies: ['127.0.0.1'],
});
process.on('SIGTERM', async () => {
  await cloud[Symbol.asyncDispose]();
  process.exit(0);
});
serveParent(cloud.http.port);

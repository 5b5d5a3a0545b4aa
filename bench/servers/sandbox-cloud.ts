import { startClimateCloud } from '@plenum/cloud';
import { serveParent } from '../child.ts';

/** A cloud in development mode with houses of test users. The argument is the data folder. */
const cloud = await startClimateCloud({
  store: { dataDir: process.argv[2]! },
  httpPort: 0,
  development: true,
  isAnnounced: true,
  hosting: async () => (await import('@plenum/bridge/hosted')).hosting,
});
process.on('SIGTERM', async () => {
  await cloud[Symbol.asyncDispose]();
  process.exit(0);
});
serveParent(cloud.http.port);

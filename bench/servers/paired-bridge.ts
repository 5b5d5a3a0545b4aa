import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBridge, systemClock, toHouseToRun } from '@plenum/bridge';
import { openBridgeKey, registerKey } from '@plenum/bridge/uplink';
import { readShippedHouse } from '@plenum/simulator';
import { serveParent } from '../child.ts';

/** A bridge with its default settings and a paused house, paired with a cloud by a token of its owner. */
const { cloud, token } = JSON.parse(process.argv[2]!) as { cloud: string; token: string };
const house = readShippedHouse('demo');
if (!house.ok) throw new Error('The demo house cannot be read.');
const dataDir = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
const bridge = await startBridge({
  house: toHouseToRun(house.value),
  dataDir,
  httpPort: 0,
  udpPort: 0,
  timeScale: 0,
  cloud: async ({ systemId }) => {
    const key = await openBridgeKey(dataDir);
    const signal = AbortSignal.timeout(30_000);
    await registerKey({ cloud, key, systemId, clock: systemClock, signal }, token);
    return cloud;
  },
});
process.on('SIGTERM', async () => {
  await bridge[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
  process.exit(0);
});
serveParent(bridge.http.port);

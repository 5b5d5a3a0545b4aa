import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBridge, toHouseToRun } from '@plenum/bridge';
import { readShippedHouse } from '@plenum/installation';
import { serveParent } from '../child.ts';

/** The bridge as shipped, with the demo house, its store flushed to disk. */
const house = readShippedHouse('demo');
if (!house.ok) throw new Error('The demo house cannot be read.');
const dataDir = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
const bridge = await startBridge({ house: toHouseToRun(house.value), dataDir, httpPort: 0, udpPort: 0 });
process.on('SIGTERM', async () => {
  await bridge[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
  process.exit(0);
});
serveParent(bridge.http.port);

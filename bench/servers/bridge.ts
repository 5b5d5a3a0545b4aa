import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBridge, systemClock, toHouseToRun } from '@plenum/bridge';
import { readShippedHouse } from '@plenum/simulator';
import { serveParent } from '../child.ts';

/**
 * A bridge with its default settings, the demo house and `days` days of history (the argument), whose store is flushed
 * to disk.
 */
const days = Number(process.argv[2] ?? 0);
const house = readShippedHouse('demo');
if (!house.ok) throw new Error('The demo house cannot be read.');
const dataDir = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
const start = (before = 0) =>
  startBridge({
    house: toHouseToRun(house.value),
    dataDir,
    httpPort: 0,
    udpPort: 0,
    clock: { ...systemClock, now: () => systemClock.now() - before },
  });
// The next start simulates the days in between.
if (days > 0) await (await start(days * 86_400_000))[Symbol.asyncDispose]();
const bridge = await start();
process.on('SIGTERM', async () => {
  await bridge[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
  process.exit(0);
});
serveParent(bridge.http.port);

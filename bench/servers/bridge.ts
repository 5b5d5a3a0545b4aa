import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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

const [hour, day] = [3_600_000, 86_400_000];

/**
 * Copies the oldest block of the history, and the oldest energy counters, to each instant that a bridge as old as this
 * would have kept one of. Simulating five years would take minutes.
 */
const fillHistory = (): void => {
  const store = new DatabaseSync(join(dataDir, 'bridge.sqlite'));
  const { newest, oldest } = store
    .prepare('SELECT max(at) AS newest, (SELECT min(at) FROM history_block) AS oldest FROM history')
    .get() as { newest: number; oldest: number };
  const block = store.prepare(
    'INSERT INTO history_block SELECT ?, ?, layout, body FROM history_block WHERE at = ?',
  );
  const counters = store.prepare(
    'INSERT INTO energy SELECT ?, layout, totals FROM energy WHERE at = (SELECT max(at) FROM energy)',
  );
  store.exec('BEGIN');
  const first = newest - days * day;
  for (let at = oldest - hour / 4; at > first; at -= hour / 4) {
    if (at > newest - 60 * day) block.run(at, hour / 4, oldest);
    else if (at % (2 * hour) === 0) block.run(at, 2 * hour, oldest);
    counters.run(at);
  }
  store.exec('COMMIT');
  store.close();
};

if (days > 0) {
  // The first start simulates the two days before it, and the second folds the oldest hours of these into blocks.
  await (await start(2 * hour))[Symbol.asyncDispose]();
  await (await start())[Symbol.asyncDispose]();
  fillHistory();
}
const bridge = await start();
process.on('SIGTERM', async () => {
  await bridge[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
  process.exit(0);
});
serveParent(bridge.http.port);

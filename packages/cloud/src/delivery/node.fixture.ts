import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { systemClock } from '@plenum/platform';
import { createSeededRandom } from '@plenum/testbed/seeded-random';
import { admitBridge } from '../fleet/bridge/admit-bridge.fixture.ts';
import type { AdmittedBridge } from '../fleet/bridge/connection-record.ts';
import { storeUpdates } from '../fleet/component/store-updates.ts';
import { createEncryption } from '../kernel/crypto/encryption.ts';
import { systemRandom } from '../kernel/crypto/random.ts';
import { openStore, type StorePlace } from '../kernel/database/store.ts';
import { silent } from '../kernel/log/log.ts';
import { startEventDelivery } from './event-delivery.ts';
import { countOutbox } from './outbox/ledger.ts';

/** Configuration of a node that will be killed, given as JSON on its command line. */
export interface NodeOrders {
  readonly place: StorePlace;
  /** The key that encrypts secrets, in base64. */
  readonly key: string;
  /** The bridge whose changes the node stores as fast as it can. */
  readonly systemId: string;
  /** Seed of its random choices. */
  readonly seed: number;
}

/** Number of zones of the bridge. */
export const zones = 14;

/** Short delays, ms. A message fails after the usual number of attempts, but soon. */
const shortWaits = {
  limits: { timeout: 500, pollInterval: 20, slowAfter: 200, lease: 1_000, renewInterval: 250 },
  retryPolicy: { delays: Array.from({ length: 11 }, () => 15), maxPause: 15 },
};

/** Returns the number in the latest change of a bridge. Changes are numbered from 1. */
const readCount = async (store: Awaited<ReturnType<typeof openStore>>, systemId: string): Promise<number> => {
  const rows = await store.db
    .selectFrom('component')
    .select('datagram')
    .where('system_id', '=', systemId)
    .execute();
  return Math.max(0, ...rows.map(({ datagram }) => JSON.parse(datagram!).N));
};

const main = async ({ place, key, systemId, seed }: NodeOrders): Promise<void> => {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  // A killed process does not write its compile cache when it ends, so the next one would compile everything again.
  flushCompileCache();
  process.stdout.write('loaded\n');
  const { value: order } = await lines.next();
  await using store = await openStore(place);
  const encryption = createEncryption([Buffer.from(key, 'base64')], systemRandom);
  const about = { store, encryption, clock: systemClock, log: silent, isDevelopment: true };
  await using events = await startEventDelivery({ ...about, ...shortWaits });
  const random = createSeededRandom(seed);
  if (order === 'work') {
    const entry = { systemId, keyId: systemId, jti: systemRandom.uuid(), expiresAt: 1, nodeId: 'N', now: 0 };
    const { epoch } = (await admitBridge(store.db, entry)) as AdmittedBridge;
    for (let count = await readCount(store, systemId); ; ) {
      const components = Array.from({ length: random.integer(1, 3) }, () => {
        count++;
        return { kind: 'zone', index: count % zones, datagram: { Index: count % zones, N: count } } as const;
      });
      await store.transaction('full', (tx) =>
        storeUpdates(tx, [{ systemId, epoch, at: 0, components, removed: [] }], events.listeners),
      );
      // Lets deliveries run in between, because they share this process.
      await new Promise(setImmediate);
    }
  }
  while ((await countOutbox(store.db)).pending > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  process.stdout.write('drained\n');
};

if (process.argv[1] === import.meta.filename) {
  // Keeps the process alive if the only remaining timers do not.
  const alive = setInterval(() => {}, 1_000);
  await main(JSON.parse(process.argv[2]!));
  clearInterval(alive);
  process.stdin.destroy();
}

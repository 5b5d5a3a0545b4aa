import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { systemClock } from '@plenum/machine';
import { admitBridge } from '../fleet/bridge/connection-record.ts';
import { ingestUpdate } from '../fleet/component/ingest.ts';
import { createEncryption } from '../kernel/crypto/encryption.ts';
import { systemRandom } from '../kernel/crypto/random.ts';
import { openStore, type StorePlace } from '../kernel/database/store.ts';
import { silent } from '../kernel/log/log.ts';
import { startEvents } from './events.ts';
import { countOutbox } from './ledger.ts';

/** What a node that is to be killed is told on its command line. */
export interface NodeOrders {
  readonly place: StorePlace;
  /** The key that seals secrets, in base64. */
  readonly key: string;
  /** The bridge whose changes it stores as fast as it can. */
  readonly systemId: string;
}

/** Zones of the bridge. */
export const zones = 14;

/** Patience of tests, ms: an endpoint is given up after as many tries as in life, but soon. */
const hasty = {
  limits: { deadline: 500, pause: 20, slow: 200 },
  plan: { pauses: Array.from({ length: 11 }, () => 15), longestRest: 15 },
};

/** The number the latest change of a bridge carries; each carries one of its own, counted from 1. */
const readCount = async (store: Awaited<ReturnType<typeof openStore>>, systemId: string): Promise<number> => {
  const rows = await store.db
    .selectFrom('component')
    .select('datagram')
    .where('system_id', '=', systemId)
    .execute();
  return Math.max(0, ...rows.map(({ datagram }) => JSON.parse(datagram!).N));
};

const main = async ({ place, key, systemId }: NodeOrders): Promise<void> => {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  // What is killed writes no cache at its end, and the next would compile everything anew.
  flushCompileCache();
  process.stdout.write('here\n');
  const { value: order } = await lines.next();
  await using store = await openStore(place);
  const encryption = createEncryption([Buffer.from(key, 'base64')], systemRandom);
  const about = { store, encryption, clock: systemClock, log: silent, isDevelopment: true };
  await using events = await startEvents({ ...about, ...hasty });
  if (order === 'work') {
    const entry = { systemId, keyId: systemId, jti: systemRandom.uuid(), expiresAt: 1, nodeId: 'N', now: 0 };
    const epoch = (await admitBridge(store.db, entry)) as number;
    for (let count = await readCount(store, systemId); ; ) {
      const components = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => {
        count++;
        return { kind: 'zone', index: count % zones, datagram: { Index: count % zones, N: count } } as const;
      });
      await store.inTransaction((db) =>
        ingestUpdate(db, { systemId, epoch, at: 0, components, removed: [] }, events.listeners),
      );
      // Room for deliveries, which share this process.
      await new Promise(setImmediate);
    }
  }
  while ((await countOutbox(store.db)).pending > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  process.stdout.write('quiet\n');
};

if (process.argv[1] === import.meta.filename) {
  // A timer keeps the process alive where only timers that do not are left.
  const alive = setInterval(() => {}, 1_000);
  await main(JSON.parse(process.argv[2]!));
  clearInterval(alive);
  process.stdin.destroy();
}

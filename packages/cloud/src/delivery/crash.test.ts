import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { it } from 'node:test';
import { systemClock } from '@plenum/platform';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { times } from '@plenum/testbed/full-run';
import { checkLedger, createReactions, integrators, readReceived } from '@plenum/testbed/integrators';
import { type Receiver, startReceiver } from '@plenum/testbed/receiver';
import { startRandom } from '@plenum/testbed/seeded-random';
import { onEachStore } from '../fixture/with-store.fixture.ts';
import { insertAccount } from '../fleet/bridge/account.fixture.ts';
import { createEncryption } from '../kernel/crypto/encryption.ts';
import { systemRandom } from '../kernel/crypto/random.ts';
import { openStore, type Store, type StorePlace } from '../kernel/database/store.ts';
import { silent } from '../kernel/log/log.ts';
import { startEventDelivery } from './event-delivery.ts';
import { connectHouse, insertApp, link } from './house.fixture.ts';
import { type NodeOrders, zones } from './node.fixture.ts';
import { readLedgers } from './outbox/ledger.ts';

// The seed of a run determines when processes are killed.
const fold = times({ usual: 1, full: 50 });
const kills = { sqlite: 4 * fold, postgres: 4 * fold };

const systems = ['000000001', '000000002'];

/** Starts a process that has loaded everything and waits for its configuration on standard input. */
const spawnNode = async (orders: NodeOrders, cache: string): Promise<ChildProcess> => {
  const script = join(import.meta.dirname, 'node.fixture.ts');
  const env = { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? cache };
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
};

/** Pauses processes while another one starts, because they would only slow the start down. */
const whilePaused = async <Value>(
  children: readonly ChildProcess[],
  start: () => Promise<Value>,
): Promise<Value> => {
  for (const child of children) child.kill('SIGSTOP');
  const started = await start();
  for (const child of children) child.kill('SIGCONT');
  return started;
};

const kill = async (child: ChildProcess): Promise<void> => {
  assert.equal(child.exitCode, null, 'the node was not killed');
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

const prepare = async (place: StorePlace, receiver: Receiver, key: Buffer): Promise<Map<string, string>> => {
  await using store = await openStore(place);
  const encryption = createEncryption([key], systemRandom);
  await using events = await startEventDelivery({
    store,
    encryption,
    clock: systemClock,
    log: silent,
    isDevelopment: true,
  });
  await insertApp(store, 'app');
  await insertAccount(store, 'ann');
  const blank = (index: number) => ({ kind: 'zone', index, datagram: { Index: index, N: 0 } }) as const;
  for (const systemId of systems) {
    const house = await connectHouse(store, { systemId, accountId: 'ann', listeners: events.listeners });
    await house.snapshot(...Array.from({ length: zones }, (_, index) => blank(index)));
  }
  const names = new Map<string, string>();
  for (const name of integrators) {
    const url = receiver.url.replace('events', name);
    const made = await events.endpoints.create({ clientId: 'app', url });
    assert.ok('endpoint' in made);
    names.set(made.endpoint.id, name);
  }
  await link(store, { accountId: 'ann', clientId: 'app' });
  return names;
};

/** Reads, in one transaction, the number in each component and the ledgers, so that they match. */
const readAll = ({ db }: Store) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (inside) => {
      const ledgers = await readLedgers(inside, 'app');
      const components = await inside.selectFrom('component').select(['component_id', 'datagram']).execute();
      const numbers = new Map(
        components.map(({ component_id: id, datagram }) => [id, JSON.parse(datagram!).N as number]),
      );
      return { ledgers, numbers };
    });

/** Every change of a bridge carries the next number, so the highest number is the number of changes. */
const countChanges = (numbers: ReadonlyMap<string, number>): number =>
  systems
    .map((systemId) => Math.max(...[...numbers].filter(([id]) => id.startsWith(systemId)).map(([, n]) => n)))
    .reduce((sum, n) => sum + n, 0);

const checkAll = async (place: StorePlace): Promise<void> => {
  await using store = await openStore(place);
  const { ledgers, numbers } = await readAll(store);
  for (const [id, ledger] of ledgers) checkLedger(id, ledger, countChanges(numbers));
};

/** Makes messages due again after all their attempts have failed. */
const replayAll = async (place: StorePlace, names: ReadonlyMap<string, string>): Promise<void> => {
  await using store = await openStore(place);
  for (const [id, name] of names)
    if (name !== 'failing')
      await store.db
        .updateTable('outbox')
        .set({ due_at: Date.now(), attempts: 0 })
        .where('endpoint_id', '=', id)
        .execute();
};

onEachStore('after many kill -9', (engine) => {
  it(`no stored data is lost in ${kills[engine.name]} kills`, { timeout: 180_000 * fold }, async (t) => {
    const random = startRandom(t);
    const schedule = random.fork('kills');
    await using receiver = await startReceiver();
    receiver.react = createReactions(random);
    await using where = await engine.createPlace();
    using cache = createDataFolder();
    const { place } = where;
    const key = systemRandom.bytes(32);
    const names = await prepare(place, receiver, key);
    let spawned = 0;
    const spawnFor = (systemId: string) => {
      const { seed } = random.fork(`node ${spawned++}`);
      return spawnNode({ place, key: key.toString('base64'), systemId, seed }, cache.path);
    };

    // On PostgreSQL two nodes run at the same time and are killed in turn. On SQLite there is only one.
    const working: ChildProcess[] = [];
    const homes = engine.name === 'postgres' ? systems : systems.slice(0, 1);
    for (const systemId of homes) working.push(await spawnFor(systemId));
    for (const child of working) child.stdin!.write('work\n');
    try {
      for (let count = 0; count < kills[engine.name]; count++) {
        const slot = count % homes.length;
        const ready = await whilePaused(working, () => spawnFor(homes[slot]!));
        await receiver.came(receiver.messages.length + schedule.integer(5, 34));
        await kill(working[slot]!);
        working[slot] = ready;
        await checkAll(place);
        ready.stdin!.write('work\n');
      }
      for (const child of working) await kill(child);
      await replayAll(place, names);
      receiver.react = ({ path }) => (path === '/failing' ? { status: 500 } : { status: 204 });
      const last = await spawnFor(systems[0]!);
      working.length = 0;
      working.push(last);
      last.stdin!.write('drain\n');
      const [line] = await once(last.stdout!, 'data');
      assert.equal(String(line), 'drained\n');
      await once(last, 'exit');
      working.length = 0;
    } finally {
      for (const child of working) child.kill('SIGKILL');
    }

    await using store = await openStore(place);
    const { ledgers, numbers } = await readAll(store);
    const changes = countChanges(numbers);
    const received = readReceived(receiver);
    for (const [id, name] of names) {
      const ledger = ledgers.get(id)!;
      checkLedger(name, ledger, changes);
      assert.equal(ledger.pending, 0, name);
      if (name === 'failing') {
        assert.equal(ledger.delivered, 0);
        assert.ok(ledger.dead > 0);
        continue;
      }
      assert.equal(ledger.dead, 0, name);
      const changed = [...numbers].filter(([, n]) => n > 0);
      assert.deepEqual(Object.fromEntries(received.get(name)!), Object.fromEntries(changed), name);
    }
    const ids = new Set(receiver.messages.map(({ headers }) => headers['webhook-id']));
    const logged = await store.db
      .selectFrom('delivery')
      .select('message_id')
      .distinct()
      .where('verdict', '=', 'delivered')
      .execute();
    assert.ok(logged.length > 0);
    for (const { message_id } of logged) assert.ok(ids.has(message_id), `${message_id} never arrived`);
    t.diagnostic(
      `${engine.name}: ${kills[engine.name]} kills, ${changes} changes, ${receiver.messages.length} messages`,
    );
  });
});

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { systemRandom } from '../../kernel/crypto/random.ts';
import { openStore, type Store, type StorePlace } from '../../kernel/database/store.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import { beginGeneration } from './begin-generation.ts';
import { home, pairAndConnect, zone } from './bridge.fixture.ts';
import type { BridgeCursor } from './cursor.ts';
import { readHouse } from './read-house.ts';

const ann = 'ann';
const read = (store: Store, since?: BridgeCursor) =>
  readHouse(store.db, { accountId: ann, systemId: home, now: 0 }, since);

/** Opens a store the way a cloud does at startup. */
const start = async (place: StorePlace): Promise<Store> => {
  const store = await openStore(place);
  await beginGeneration(store, systemRandom);
  return store;
};

const temperatures = (house: Awaited<ReturnType<typeof readHouse>>) =>
  house?.update?.components.map(({ datagram }) => JSON.parse(datagram).Temp);

it('sends a watcher the whole bridge if the store lost changes, even beyond its cursor', async () => {
  using folder = createDataFolder();
  const older = join(folder.path, 'older');
  mkdirSync(older);
  let cursor: BridgeCursor;
  {
    await using store = await start({ dataDir: folder.path });
    await insertAccount(store, ann);
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.snapshot(zone(0, 2000), zone(1, 2000));
    // Copies the files as a power failure would leave them on disk, without later writes.
    for (const file of ['cloud.sqlite', 'cloud.sqlite-wal'])
      copyFileSync(join(folder.path, file), join(older, file));
    await bridge.change(zone(0, 2100));
    await bridge.change(zone(0, 2200));
    const received = await read(store);
    assert.deepEqual(temperatures(received), [2000, 2200]);
    cursor = received!.cursor;
  }
  await using store = await start({ dataDir: older });
  const bridge = await pairAndConnect(store, home, ann);
  // Zone 0 is back at the stored value. The store sees no change, but the watcher received 22.00 °C and needs the
  // stored value.
  await bridge.snapshot(zone(0, 2000), zone(1, 2000));
  for (let count = 1; count <= 5; count++) await bridge.change(zone(1, 2000 + 50 * count));
  const house = await read(store, cursor);
  assert.equal(house?.update?.event, 'snapshot');
  assert.deepEqual(temperatures(house), [2000, 2250]);
});

it('sends the whole bridge to a watcher whose generation began after the restored copy', async () => {
  using folder = createDataFolder();
  const [original, copy] = ['original', 'copy'].map((name) => join(folder.path, name)) as [string, string];
  mkdirSync(copy);
  {
    await using store = await start({ dataDir: original });
    await insertAccount(store, ann);
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.snapshot(zone(0, 2000), zone(1, 2000));
  }
  copyFileSync(join(original, 'cloud.sqlite'), join(copy, 'cloud.sqlite'));
  let cursor: BridgeCursor;
  {
    await using store = await start({ dataDir: original });
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.change(zone(0, 2200));
    cursor = (await read(store))!.cursor;
  }
  await using store = await start({ dataDir: copy });
  const bridge = await pairAndConnect(store, home, ann);
  await bridge.snapshot(zone(0, 2000), zone(1, 2000));
  for (let count = 1; count <= 5; count++) await bridge.change(zone(1, 2000 + 50 * count));
  const house = await read(store, cursor);
  assert.equal(house?.update?.event, 'snapshot');
  assert.deepEqual(temperatures(house), [2000, 2250]);
});

onEachStore('versions across restarts', (engine) => {
  it('raises versions across restarts, and resumes a cursor on PostgreSQL only', async () => {
    await using where = await engine.createPlace();
    let before: BridgeCursor;
    {
      await using store = await start(where.place);
      await insertAccount(store, ann);
      const bridge = await pairAndConnect(store, home, ann);
      await bridge.snapshot(zone(0));
      before = (await read(store))!.cursor;
    }
    for (let count = 0; count < 3; count++) {
      await using store = await start(where.place);
      const bridge = await pairAndConnect(store, home, ann);
      await bridge.change(zone(0, 2100 + count));
      const { cursor, update } = (await read(store, before))!;
      assert.ok(cursor.version > before.version);
      assert.equal(cursor.generation === before.generation, engine.name === 'postgres');
      assert.equal(update?.event, engine.name === 'sqlite' ? 'snapshot' : 'change');
      before = cursor;
    }
  });
});

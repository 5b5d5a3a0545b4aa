import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createDataFolder } from '../../fixture/data-folder.fixture.ts';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { openStore, type Store, type StorePlace } from '../../kernel/database/store.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import { beginGeneration } from './begin-generation.ts';
import { home, pairAndConnect, zone } from './bridge.fixture.ts';
import type { BridgeCursor } from './cursor.ts';
import { readHouse } from './read-house.ts';

const ann = 'ann';
const read = (store: Store, since?: BridgeCursor) =>
  readHouse(store.db, { accountId: ann, systemId: home }, since);

/** A store as a cloud that starts finds it. */
const start = async (place: StorePlace, now = 0): Promise<Store> => {
  const store = await openStore(place);
  await beginGeneration(store, now);
  return store;
};

const temperatures = (house: Awaited<ReturnType<typeof readHouse>>) =>
  house?.update?.components.map(({ datagram }) => JSON.parse(datagram).Temp);

it('whoever was told what the store has lost is told all of the bridge, also when its versions have passed theirs', async () => {
  using folder = createDataFolder();
  const older = join(folder.path, 'older');
  mkdirSync(older);
  let place: BridgeCursor;
  {
    await using store = await start({ dataDir: folder.path });
    await insertAccount(store, ann);
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.snapshot(zone(0, 2000), zone(1, 2000));
    // What the disk has when the power fails: not what comes now.
    for (const file of ['cloud.sqlite', 'cloud.sqlite-wal'])
      copyFileSync(join(folder.path, file), join(older, file));
    await bridge.change(zone(0, 2100));
    await bridge.change(zone(0, 2200));
    const told = await read(store);
    assert.deepEqual(temperatures(told), [2000, 2200]);
    place = told!.cursor;
  }
  await using store = await start({ dataDir: older });
  const bridge = await pairAndConnect(store, home, ann);
  // Zone 0 went back meanwhile to what the store still has: that is no change for it, but one for whoever heard 22.00 °C.
  await bridge.snapshot(zone(0, 2000), zone(1, 2000));
  for (let count = 1; count <= 5; count++) await bridge.change(zone(1, 2000 + 50 * count));
  const house = await read(store, place);
  assert.equal(house?.update?.event, 'snapshot');
  assert.deepEqual(temperatures(house), [2000, 2250]);
});

it('whoever was told by a run after the copy is told all of the bridge when the copy is put back', async () => {
  using folder = createDataFolder();
  const [lived, copy] = ['lived', 'copy'].map((name) => join(folder.path, name)) as [string, string];
  mkdirSync(copy);
  const monday = Date.UTC(2027, 0, 4);
  {
    await using store = await start({ dataDir: lived }, monday);
    await insertAccount(store, ann);
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.snapshot(zone(0, 2000), zone(1, 2000));
  }
  copyFileSync(join(lived, 'cloud.sqlite'), join(copy, 'cloud.sqlite'));
  let place: BridgeCursor;
  {
    await using store = await start({ dataDir: lived }, monday + 3_600_000);
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.change(zone(0, 2200));
    place = (await read(store))!.cursor;
  }
  await using store = await start({ dataDir: copy }, monday + 7_200_000);
  const bridge = await pairAndConnect(store, home, ann);
  await bridge.snapshot(zone(0, 2000), zone(1, 2000));
  for (let count = 1; count <= 5; count++) await bridge.change(zone(1, 2000 + 50 * count));
  const house = await read(store, place);
  assert.equal(house?.update?.event, 'snapshot');
  assert.deepEqual(temperatures(house), [2000, 2250]);
});

onEachStore('versions', (engine) => {
  it('go on rising after a start, and a place on PostgreSQL leads on', async () => {
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
      const { cursor: place, update: news } = (await read(store, before))!;
      assert.ok(place.version > before.version);
      assert.equal(news?.event, engine.name === 'sqlite' ? 'snapshot' : 'change');
      before = place;
    }
  });
});

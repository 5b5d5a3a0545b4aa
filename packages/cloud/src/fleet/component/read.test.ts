import assert from 'node:assert/strict';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import { home, other, pairAndConnect, readComponents, unit, zone } from './bridge.fixture.ts';
import { createComponentStateReader } from './component-state-reader.ts';
import { readSince } from './read.ts';
import { readHouse } from './read-house.ts';

withStore('each request fails while the database is unavailable', async (store) => {
  const read = createComponentStateReader(store.db, () => 0);
  await store[Symbol.asyncDispose]();
  const ref = { accountId: 'ann', systemId: home, componentId: '000000001_hvac_zone_0' };
  const results = await Promise.allSettled([read(ref), read(ref)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});

withStore('only the owning account reads its components', async (store) => {
  const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
  await (await pairAndConnect(store, home, ann)).snapshot(unit(0));
  await (await pairAndConnect(store, other, bob)).snapshot(unit(1), zone(0));
  const read = createComponentStateReader(store.db, () => 0);
  const ref = { accountId: ann, systemId: home, componentId: '000000001_hvac_systemsettings_0' };
  const [known] = await readComponents(store.db, ann);
  const wanted = [ref, { ...ref, accountId: bob }, { ...ref, systemId: other }, ref];
  // Together in one statement, more than one holds, and each alone.
  const all = await Promise.all(Array.from({ length: 20 }, () => wanted.map(read)).flat());
  const alone = [];
  for (const each of wanted) alone.push(await read(each));
  const state = { datagram: known!.datagram, access: 'owner' };
  const expected = [state, undefined, undefined, state];
  assert.deepEqual(alone, expected);
  assert.deepEqual(all, Array(20).fill(expected).flat());
  assert.equal((await readComponents(store.db, bob)).length, 2);
  assert.equal(
    await readSince(store.db, { accountId: ann, now: 0 }, { systemId: other, known: undefined }),
    undefined,
  );
});

withStore(
  'a watcher that comes back with its cursor hears of all it missed and nothing else',
  async (store) => {
    const ann = await insertAccount(store, 'ann');
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.snapshot(unit(0), zone(0), zone(1), zone(2));
    const read = async (known: number | undefined) =>
      (await readSince(store.db, { accountId: ann, now: 0 }, { systemId: home, known }))!;
    const first = await read(undefined);
    assert.deepEqual([first.changed.length, first.removed, first.version], [4, [], 1]);
    const { changed, removed, version } = await read(1);
    assert.deepEqual({ changed, removed, version }, { changed: [], removed: [], version: 1 });

    await bridge.change(zone(0, 2100));
    await bridge.change(unit(1));
    await bridge.ingest({ components: [zone(0, 2200)], removed: [{ kind: 'zone', index: 1 }] });
    await (await pairAndConnect(store, other, ann)).snapshot(unit(7));
    const since = await read(1);
    assert.deepEqual(
      since.changed.map(({ componentId, datagram }) => [componentId, datagram]),
      [
        ['000000001_hvac_systemsettings_0', '{"SysOn":1,"Tag1":"é\\u0000"}'],
        ['000000001_hvac_zone_0', '{"Index":0,"Temp":2200}'],
      ],
    );
    assert.deepEqual(
      since.removed.map(({ componentId }) => componentId),
      ['000000001_hvac_zone_1'],
    );
    assert.equal(since.version, 4);
    assert.deepEqual((await read(undefined)).removed, [], 'a new watcher gets no removed components');
  },
);

withStore('a whole house has the component that changes while it is read', async (store) => {
  const ann = await insertAccount(store, 'ann');
  const bridge = await pairAndConnect(store, home, ann);
  await bridge.snapshot(zone(0), zone(1));
  const reading = readHouse(store.db, { accountId: ann, systemId: home, now: 0 }, undefined);
  await bridge.change(zone(0, 2100));
  const { cursor, update } = (await reading)!;
  assert.equal(update!.event, 'snapshot');
  assert.deepEqual(update!.components.map(({ index }) => index).toSorted(), [0, 1]);
  // The changes before the cursor and after it are complete.
  const next = (await readHouse(store.db, { accountId: ann, systemId: home, now: 0 }, cursor))!;
  const received = [...update!.components, ...(next.update?.components ?? [])];
  assert.equal(received.findLast(({ index }) => index === 0)?.datagram, '{"Index":0,"Temp":2100}');
});

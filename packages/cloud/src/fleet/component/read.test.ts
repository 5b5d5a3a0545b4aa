import assert from 'node:assert/strict';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount, insertGuest } from '../bridge/account.fixture.ts';
import { home, other, pairAndConnect, readComponents, unit, zone } from './bridge.fixture.ts';
import type { BridgeCursor } from './cursor.ts';
import { readByBridge, readSince, readUnits } from './read.ts';
import { readHouse } from './read-house.ts';
import { createComponentStateReader } from './read-visible-component.ts';

withStore('every request fails while the database is unavailable', async (store) => {
  const read = createComponentStateReader(store.db, () => 0);
  await store[Symbol.asyncDispose]();
  const ref = { accountId: 'ann', systemId: home, componentId: '000000001_hvac_zone_0' };
  const results = await Promise.allSettled([read(ref), read(ref)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});

withStore('reads the components of a bridge only for the account that owns the bridge', async (store) => {
  const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
  await (await pairAndConnect(store, home, ann)).snapshot(unit(0));
  await (await pairAndConnect(store, other, bob)).snapshot(unit(1), zone(0));
  const read = createComponentStateReader(store.db, () => 0);
  const ref = { accountId: ann, systemId: home, componentId: '000000001_hvac_systemsettings_0' };
  const [known] = await readComponents(store.db, ann);
  const wanted = [ref, { ...ref, accountId: bob }, { ...ref, systemId: other }, ref];
  // Reads all components together, which takes more than one statement, and then each component alone.
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
  'sends a returning watcher everything it missed since its cursor, and nothing else',
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

withStore(
  'includes a component in the snapshot of a house if the component changes during the read',
  async (store) => {
    const ann = await insertAccount(store, 'ann');
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.snapshot(zone(0), zone(1));
    const reading = readHouse(store.db, { accountId: ann, systemId: home, now: 0 }, undefined);
    await bridge.change(zone(0, 2100));
    const { cursor, update } = (await reading)!;
    assert.equal(update!.event, 'snapshot');
    assert.deepEqual(update!.components.map(({ index }) => index).toSorted(), [0, 1]);
    // The snapshot and the changes after its cursor together contain every change.
    const next = (await readHouse(store.db, { accountId: ann, systemId: home, now: 0 }, cursor))!;
    const received = [...update!.components, ...(next.update?.components ?? [])];
    assert.equal(received.findLast(({ index }) => index === 0)?.datagram, '{"Index":0,"Temp":2100}');
  },
);

withStore("reads an account's components four bridges at a time, in order", async (store) => {
  const ann = await insertAccount(store, 'ann');
  const read = async () =>
    (await Array.fromAsync(readByBridge(store.db, { accountId: ann, now: () => 0 }))).map((some) =>
      some.map(({ componentId }) => componentId),
    );
  assert.deepEqual(await read(), []);
  const ids = ['000000001', '000000002', '000000003', '000000004', '000000005'];
  for (const id of ids.slice(0, 4))
    await (await pairAndConnect(store, id, ann)).snapshot(zone(1), zone(0), unit(0));
  const expected = (id: string) => [`${id}_hvac_systemsettings_0`, `${id}_hvac_zone_0`, `${id}_hvac_zone_1`];
  assert.deepEqual(await read(), [ids.slice(0, 4).flatMap(expected)]);
  const fifth = await pairAndConnect(store, ids[4]!, ann);
  await fifth.snapshot(unit(0), zone(0), zone(1), zone(2));
  await fifth.ingest({ components: [], removed: [{ kind: 'zone', index: 2 }] });
  assert.deepEqual(await read(), [ids.slice(0, 4).flatMap(expected), expected(ids[4]!)]);
});

withStore('a guest can read a house until the access expires', async (store) => {
  for (const name of ['ann', 'bob']) await insertAccount(store, name);
  await (await pairAndConnect(store, home, 'ann')).snapshot(unit(0));
  await insertGuest(store, { systemId: home, accountId: 'bob', until: 1_000 });
  let now = 999;
  const read = createComponentStateReader(store.db, () => now);
  const request = { accountId: 'bob', systemId: home, componentId: '000000001_hvac_systemsettings_0' };
  const whole = () => readHouse(store.db, { accountId: 'bob', systemId: home, now }, undefined);
  assert.equal((await read(request))?.access, 'view');
  const house = (await whole())!;
  assert.deepEqual([house.access, house.until, house.update?.components.length], ['view', 1_000, 1]);
  now = 1_000;
  assert.deepEqual([await read(request), await whole()], [undefined, undefined]);
});

withStore('returns the house facts that a bridge sent, and undefined for the others', async (store) => {
  const ann = await insertAccount(store, 'ann');
  await pairAndConnect(store, home, ann);
  const read = async () =>
    (await readHouse(store.db, { accountId: ann, systemId: home, now: 0 }, undefined))!;
  const { update, cursor: _, ...before } = await read();
  assert.deepEqual(update, { event: 'snapshot', at: 0, components: [] });
  assert.deepEqual(
    { ...before, lastSeen: undefined },
    { name: before.name, access: 'owner', until: undefined, lastSeen: undefined, timeZone: undefined },
  );
  await store.db
    .updateTable('bridge')
    .set({ name: 'Elm Street', last_seen: 7_000, time_zone: 'Europe/Berlin' })
    .execute();
  const { name, lastSeen, timeZone } = await read();
  assert.deepEqual(
    { name, lastSeen, timeZone },
    { name: 'Elm Street', lastSeen: 7_000, timeZone: 'Europe/Berlin' },
  );
});

withStore(
  'returns the changes since a version, ordered by version, with the latest time of the house',
  async (store) => {
    const ann = await insertAccount(store, 'ann');
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.snapshot(zone(1), zone(0), unit(0));
    const read = (known: number | undefined) =>
      readSince(store.db, { accountId: ann, now: 0 }, { systemId: home, known });
    const idsOf = async (known: number | undefined) =>
      (await read(known))!.changed.map(({ kind, index }) => `${kind} ${index}`);
    assert.deepEqual(await idsOf(undefined), ['unit 0', 'zone 0', 'zone 1']);
    assert.equal((await read(undefined))!.at, 5_000);
    await bridge.change(unit(1));
    assert.deepEqual(await idsOf(undefined), ['zone 0', 'zone 1', 'unit 0']);
    assert.deepEqual(await idsOf(1), ['unit 0']);
    assert.deepEqual(await idsOf(2), []);
    assert.equal((await read(2))!.at, 0);
  },
);

withStore('returns the ducted units of an account with the zone that controls each', async (store) => {
  const ann = await insertAccount(store, 'ann');
  const [led, alone] = [await pairAndConnect(store, home, ann), await pairAndConnect(store, other, ann)];
  const ofUnit = (fields: object) => ({ kind: 'unit', index: 0, datagram: { ...fields } }) as const;
  await led.snapshot(ofUnit({ RAS: 2, CtrlZone: 1 }), zone(0), zone(1, 2150));
  await alone.snapshot(ofUnit({ RAS: 1, CtrlZone: 1 }), zone(1));
  await (await pairAndConnect(store, '000000003', ann)).snapshot(zone(0));
  const units = () => readUnits(store.db, { accountId: ann, now: 0 });
  assert.deepEqual(
    [...(await units())],
    [
      [home, { unit: '{"RAS":2,"CtrlZone":1}', leader: '{"Index":1,"Temp":2150}' }],
      [other, { unit: '{"RAS":1,"CtrlZone":1}', leader: undefined }],
    ],
  );
  await led.ingest({ components: [], removed: [{ kind: 'zone', index: 1 }] });
  assert.equal((await units()).get(home)?.leader, undefined);
  await alone.ingest({ components: [], removed: [{ kind: 'unit', index: 0 }] });
  assert.deepEqual([...(await units()).keys()], [home]);
});

withStore(
  'returns the changes since a cursor, or the whole house once something was removed',
  async (store) => {
    const ann = await insertAccount(store, 'ann');
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.snapshot(unit(0), zone(0), zone(1));
    let cursor: BridgeCursor | undefined;
    const read = async () => {
      const house = (await readHouse(store.db, { accountId: ann, systemId: home, now: 0 }, cursor))!;
      ({ cursor } = house);
      const { event, at, components = [] } = house.update ?? {};
      return [cursor.version, event, at, components.map(({ kind, index }) => `${kind} ${index}`)];
    };
    assert.deepEqual(await read(), [1, 'snapshot', 5_000, ['unit 0', 'zone 0', 'zone 1']]);
    assert.deepEqual(await read(), [1, undefined, undefined, []]);
    await bridge.change(zone(0, 2100));
    await bridge.change(unit(1));
    assert.deepEqual(await read(), [3, 'change', 5_000, ['zone 0', 'unit 0']]);
    await bridge.change(unit(1));
    assert.deepEqual(await read(), [3, undefined, undefined, []]);
    await bridge.ingest({ components: [], removed: [{ kind: 'zone', index: 0 }] });
    assert.deepEqual(await read(), [4, 'snapshot', 5_000, ['zone 1', 'unit 0']]);
  },
);

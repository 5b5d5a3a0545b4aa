import assert from 'node:assert/strict';
import type { UplinkComponent } from '@plenum/protocol';
import { insertAccount } from '../bridge/account.fixture.ts';
import { admitBridge } from '../bridge/connect.ts';
import { pairBridge, releaseBridges } from '../bridge/pair.ts';
import { withStore } from '../fixture/with-store.fixture.ts';
import { createBatch } from '../store/batch.ts';
import type { Store } from '../store/store.ts';
import { createDatagramReader } from './datagram-reader.ts';
import type { Hooks } from './hooks.ts';
import { readComponents, readSince } from './read.ts';
import type { StoredChange } from './shape.ts';
import { type Intake, takeIntake } from './take.ts';

const none: Hooks = { stored: [], belonging: [] };
const home = '000000001';
const other = '000000002';

const unit = (SysOn: number): UplinkComponent => ({
  kind: 'unit',
  index: 0,
  datagram: { SysOn, Tag1: 'é\u0000' },
});
const zone = (Index: number, Temp = 2000): UplinkComponent => ({
  kind: 'zone',
  index: Index,
  datagram: { Index, Temp },
});

/** A paired bridge with a connection, and what it says on it. */
const pairAndConnect = async (store: Store, systemId: string, accountId: string) => {
  const pairing = { systemId, accountId, keyId: systemId, jwk: {}, now: 0 };
  await pairBridge(store, pairing, none);
  let jti = 0;
  const connect = async () => {
    const entry = { systemId, keyId: systemId, jti: `${++jti}`, expiresAt: 1, nodeId: 'N', now: 0 };
    return (await admitBridge(store.db, entry)) as number;
  };
  let epoch = await connect();
  const say = (intake: Omit<Intake, 'systemId' | 'epoch' | 'at'>, hooks = none, of = epoch) =>
    store.inTransaction((db) => takeIntake(db, { systemId, epoch: of, at: 5_000, ...intake }, hooks));
  return {
    reconnect: async () => {
      epoch = await connect();
    },
    snapshot: (...components: UplinkComponent[]) => say({ components, removed: undefined }),
    change: (...components: UplinkComponent[]) => say({ components, removed: [] }),
    say,
    epoch: () => epoch,
  };
};

const shown = async (store: Store, accountId: string) =>
  (await readComponents(store.db, accountId)).map(({ componentId, datagram, version }) => [
    componentId,
    JSON.parse(datagram),
    version,
  ]);

const stored = async (taken: ReturnType<typeof takeIntake>): Promise<StoredChange | undefined> => {
  const result = await taken;
  assert.ok(result.outcome === 'stored');
  return result.change;
};

withStore('a snapshot is what there is, and a change is a new version of what it changes', async (store) => {
  const ann = await insertAccount(store, 'ann');
  const bridge = await pairAndConnect(store, home, ann);
  await bridge.snapshot(unit(0), zone(0), zone(1));
  await bridge.change(zone(1, 2100));
  assert.deepEqual(await shown(store, ann), [
    ['000000001_hvac_systemsettings_0', { SysOn: 0, Tag1: 'é\u0000' }, 1],
    ['000000001_hvac_zone_0', { Index: 0, Temp: 2000 }, 1],
    ['000000001_hvac_zone_1', { Index: 1, Temp: 2100 }, 2],
  ]);
});

withStore('what a snapshot lacks, or a change removes, is gone, and may come back', async (store) => {
  const ann = await insertAccount(store, 'ann');
  const bridge = await pairAndConnect(store, home, ann);
  await bridge.snapshot(unit(0), zone(0), zone(1), zone(2));
  const second = await stored(bridge.snapshot(unit(0), zone(1)));
  assert.deepEqual(second?.removed.map(({ componentId }) => componentId).sort(), [
    '000000001_hvac_zone_0',
    '000000001_hvac_zone_2',
  ]);
  const third = await stored(bridge.say({ components: [zone(2)], removed: [{ kind: 'zone', index: 1 }] }));
  assert.equal(third?.setChanged, true);
  assert.deepEqual(
    (await shown(store, ann)).map(([id]) => id),
    ['000000001_hvac_systemsettings_0', '000000001_hvac_zone_2'],
  );
  assert.equal(
    await stored(bridge.say({ components: [], removed: [{ kind: 'zone', index: 1 }] })),
    undefined,
  );
});

withStore('what does not differ is no change, in whatever order its keys come', async (store) => {
  const bridge = await pairAndConnect(store, home, await insertAccount(store, 'ann'));
  await bridge.snapshot(unit(0), zone(0));
  assert.equal(await stored(bridge.snapshot(unit(0), zone(0))), undefined);
  const turned: UplinkComponent = { kind: 'zone', index: 0, datagram: { Temp: 2000, Index: 0 } };
  assert.equal(await stored(bridge.change(turned)), undefined);
  const change = await stored(bridge.change(unit(1), zone(0)));
  assert.deepEqual(
    change?.changed.map(({ componentId }) => componentId),
    ['000000001_hvac_systemsettings_0'],
  );
  assert.equal(change?.setChanged, false);
});

withStore('an older connection, and one of a released bridge, stores nothing', async (store) => {
  const ann = await insertAccount(store, 'ann');
  const bridge = await pairAndConnect(store, home, ann);
  await bridge.snapshot(unit(0));
  const before = bridge.epoch();
  await bridge.reconnect();
  const late = await bridge.say({ components: [unit(1)], removed: [] }, none, before);
  assert.deepEqual(late, { outcome: 'fenced' });
  assert.equal((await shown(store, ann))[0]![2], 1);

  await releaseBridges(store, { accountId: ann, now: 0 }, none);
  assert.deepEqual(await bridge.snapshot(unit(1)), { outcome: 'fenced' });
  assert.deepEqual(await bridge.say({ components: [], removed: undefined }, none, bridge.epoch() + 1), {
    outcome: 'fenced',
  });
});

withStore('a hook works within the transaction: what it throws undoes the change', async (store) => {
  const ann = await insertAccount(store, 'ann');
  const bridge = await pairAndConnect(store, home, ann);
  const heard: StoredChange[] = [];
  const keep: Hooks = { ...none, stored: [async (_, change) => void heard.push(change)] };
  await bridge.say({ components: [unit(0), zone(0)], removed: undefined }, keep);
  assert.deepEqual(heard, [
    {
      systemId: home,
      accountId: ann,
      version: 1,
      at: 5_000,
      setChanged: true,
      removed: [],
      changed: [
        {
          systemId: home,
          componentId: '000000001_hvac_systemsettings_0',
          kind: 'unit',
          index: 0,
          datagram: '{"SysOn":0,"Tag1":"é\\u0000"}',
          version: 1,
        },
        {
          systemId: home,
          componentId: '000000001_hvac_zone_0',
          kind: 'zone',
          index: 0,
          datagram: '{"Index":0,"Temp":2000}',
          version: 1,
        },
      ],
    },
  ]);
  const failing: Hooks = { ...none, stored: [() => Promise.reject(new Error('no outbox'))] };
  await assert.rejects(bridge.say({ components: [unit(1)], removed: [] }, failing), /no outbox/);
  assert.deepEqual((await shown(store, ann))[0], [
    '000000001_hvac_systemsettings_0',
    { SysOn: 0, Tag1: 'é\u0000' },
    1,
  ]);
});

withStore('who asks while the database is away is told so, each of them', async (store) => {
  const read = createDatagramReader(store.db);
  await store[Symbol.asyncDispose]();
  const ref = { accountId: 'ann', systemId: home, componentId: '000000001_hvac_zone_0' };
  const told = await Promise.allSettled([read(ref), read(ref)]);
  assert.deepEqual(
    told.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});

withStore('an account reads its own components and nobody else does', async (store) => {
  const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
  await (await pairAndConnect(store, home, ann)).snapshot(unit(0));
  await (await pairAndConnect(store, other, bob)).snapshot(unit(1), zone(0));
  const read = createDatagramReader(store.db);
  const ref = { accountId: ann, systemId: home, componentId: '000000001_hvac_systemsettings_0' };
  const [known] = await readComponents(store.db, ann);
  const wanted = [ref, { ...ref, accountId: bob }, { ...ref, systemId: other }, ref];
  // Together in one statement, more than one holds, and each alone.
  const all = await Promise.all(Array.from({ length: 20 }, () => wanted.map(read)).flat());
  const alone = [];
  for (const each of wanted) alone.push(await read(each));
  const expected = [known!.datagram, undefined, undefined, known!.datagram];
  assert.deepEqual(alone, expected);
  assert.deepEqual(all, Array(20).fill(expected).flat());
  assert.equal((await readComponents(store.db, bob)).length, 2);
  assert.equal(await readSince(store.db, ann, { systemId: other, known: undefined }), undefined);
});

withStore(
  'a watcher that comes back with its cursor hears of all it missed and nothing else',
  async (store) => {
    const ann = await insertAccount(store, 'ann');
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.snapshot(unit(0), zone(0), zone(1), zone(2));
    const read = async (known: number | undefined) =>
      (await readSince(store.db, ann, { systemId: home, known }))!;
    const first = await read(undefined);
    assert.deepEqual([first.changed.length, first.removed, first.version], [4, [], 1]);
    const { changed, removed, version } = await read(1);
    assert.deepEqual({ changed, removed, version }, { changed: [], removed: [], version: 1 });

    await bridge.change(zone(0, 2100));
    await bridge.change(unit(1));
    await bridge.say({ components: [zone(0, 2200)], removed: [{ kind: 'zone', index: 1 }] });
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
    assert.deepEqual((await read(undefined)).removed, [], 'whoever starts is told of nothing that is gone');
  },
);

withStore('one item of a batch that cannot be done keeps none of the others from it', async (store) => {
  const ann = await insertAccount(store, 'ann');
  await pairAndConnect(store, home, ann);
  const done: number[] = [];
  const batch = createBatch<number, number>(store, {
    key: String,
    work: async (db, item) => {
      await db
        .updateTable('bridge')
        .set((row) => ({ version: row('version', '+', 1) }))
        .execute();
      if (item === 3) throw new Error('not this one');
      done.push(item);
      return item * 2;
    },
  });
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map(batch));
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
    [2, 4, 'failed', 8, 10],
  );
  const [row] = await store.db.selectFrom('bridge').select('version').execute();
  assert.equal(row!.version, 4);
});

withStore(
  'items of a batch that failed are tried at once: a database that is away is waited for once',
  async (store) => {
    if (store.engine === 'sqlite') return; // one transaction after the other, whatever is asked of it
    const count = 2;
    const { promise: all, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const batch = createBatch<number, number>(store, {
      // One lane.
      key: () => 'one',
      work: async (_, item) => {
        begun++;
        if (begun === 1) throw new Error('not together');
        if (begun === 1 + count) resolve();
        await all;
        return item;
      },
    });
    const items = Array.from({ length: count }, (_, item) => batch(item));
    const outcome = await Promise.allSettled(items);
    assert.deepEqual(
      outcome.map(({ status }) => status),
      Array.from({ length: count }, () => 'fulfilled'),
    );
  },
);

withStore('a snapshot that tells nothing new writes nothing', async (store) => {
  await insertAccount(store, 'ann');
  const bridge = await pairAndConnect(store, home, 'ann');
  await bridge.snapshot(unit(0), zone(1));
  const rows = () => store.db.selectFrom('bridge').select(['version', 'epoch']).execute();
  const before = await rows();
  assert.equal(await stored(bridge.snapshot(zone(1), unit(0))), undefined);
  assert.deepEqual(await rows(), before);
  await bridge.snapshot(unit(0));
  assert.deepEqual(
    (await shown(store, 'ann')).map(([id]) => id),
    [`${home}_hvac_systemsettings_0`],
    'one that lacks something does',
  );
});

import assert from 'node:assert/strict';
import { maxBridgeLength, maxComponents, type UplinkComponent } from '@plenum/protocol/uplink';
import { withStore } from '../../fixture/with-store.fixture.ts';
import type { Store } from '../../kernel/database/store.ts';
import { insertAccount, insertGuest } from '../bridge/account.fixture.ts';
import { releaseBridges } from '../bridge/pair.ts';
import { home, none, other, pairAndConnect, readComponents, unit, zone } from './bridge.fixture.ts';
import type { ChangeListeners } from './change-listeners.ts';
import { type ComponentUpdate, type IngestResult, storeUpdates } from './store-updates.ts';
import type { StoredChange } from './types.ts';

const shown = async (store: Store, accountId: string) =>
  (await readComponents(store.db, accountId)).map(({ componentId, datagram, version }) => [
    componentId,
    JSON.parse(datagram),
    version,
  ]);

const stored = async (taken: Promise<IngestResult>): Promise<StoredChange | undefined> => {
  const result = await taken;
  assert.ok(result.is === 'stored');
  return result.change;
};

withStore(
  'a snapshot replaces all components, and a change gives its components new versions',
  async (store) => {
    const ann = await insertAccount(store, 'ann');
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.snapshot(unit(0), zone(0), zone(1));
    await bridge.change(zone(1, 2100));
    assert.deepEqual(await shown(store, ann), [
      ['000000001_hvac_systemsettings_0', { SysOn: 0, Tag1: 'é\u0000' }, 1],
      ['000000001_hvac_zone_0', { Index: 0, Temp: 2000 }, 1],
      ['000000001_hvac_zone_1', { Index: 1, Temp: 2100 }, 2],
    ]);
  },
);

withStore(
  'removes components missing from a snapshot or removed by a change, and accepts them again later',
  async (store) => {
    const ann = await insertAccount(store, 'ann');
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.snapshot(unit(0), zone(0), zone(1), zone(2));
    const second = await stored(bridge.snapshot(unit(0), zone(1)));
    assert.deepEqual(second?.removed.map(({ componentId }) => componentId).sort(), [
      '000000001_hvac_zone_0',
      '000000001_hvac_zone_2',
    ]);
    const third = await stored(
      bridge.ingest({ components: [zone(2)], removed: [{ kind: 'zone', index: 1 }] }),
    );
    assert.equal(third?.setChanged, true);
    assert.deepEqual(
      (await shown(store, ann)).map(([id]) => id),
      ['000000001_hvac_systemsettings_0', '000000001_hvac_zone_2'],
    );
    assert.equal(
      await stored(bridge.ingest({ components: [], removed: [{ kind: 'zone', index: 1 }] })),
      undefined,
    );
  },
);

withStore('does not treat a component as changed if only the order of its keys differs', async (store) => {
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

withStore('refuses updates from an older connection or a released bridge', async (store) => {
  const ann = await insertAccount(store, 'ann');
  const bridge = await pairAndConnect(store, home, ann);
  await bridge.snapshot(unit(0));
  const before = bridge.epoch();
  await bridge.reconnect();
  const late = await bridge.ingest({ components: [unit(1)], removed: [] }, none, before);
  assert.deepEqual(late, { is: 'fenced' });
  assert.equal((await shown(store, ann))[0]![2], 1);

  await pairAndConnect(store, other, ann);
  const known = await bridge.ingest({ components: [unit(0)], removed: undefined }, none, before);
  assert.deepEqual(known, { is: 'fenced' }, 'even if nothing has changed');

  await store.transaction('full', (tx) => releaseBridges(tx, { accountId: ann }, none));
  assert.deepEqual(await bridge.snapshot(unit(1)), { is: 'fenced' });
  assert.deepEqual(await bridge.ingest({ components: [], removed: undefined }, none, bridge.epoch() + 1), {
    is: 'fenced',
  });
});

withStore('runs listeners in the transaction, and rolls the change back if one fails', async (store) => {
  const ann = await insertAccount(store, 'ann');
  const bridge = await pairAndConnect(store, home, ann);
  const received: StoredChange[] = [];
  const record: ChangeListeners = {
    ...none,
    componentsChanged: [
      async (_, changes) => {
        received.push(...changes);
        return changes.map(() => 0);
      },
    ],
  };
  await bridge.ingest({ components: [unit(0), zone(0)], removed: undefined }, record);
  assert.deepEqual(received, [
    {
      systemId: home,
      accountIds: [ann],
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
  const failing: ChangeListeners = {
    ...none,
    componentsChanged: [() => Promise.reject(new Error('no outbox'))],
  };
  await assert.rejects(bridge.ingest({ components: [unit(1)], removed: [] }, failing), /no outbox/);
  assert.deepEqual((await shown(store, ann))[0], [
    '000000001_hvac_systemsettings_0',
    { SysOn: 0, Tag1: 'é\u0000' },
    1,
  ]);
});

withStore('writes nothing for a snapshot without changes', async (store) => {
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
    'a snapshot without some components removes them',
  );
});

/** Creates zones with `length` characters of JSON each. */
const zonesOf = (length: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, position) => {
    const { kind, index, datagram } = zone(from + position);
    const missing = length - JSON.stringify({ ...datagram, Name: '' }).length;
    return { kind, index, datagram: { ...datagram, Name: 'x'.repeat(missing) } };
  });

withStore("limits the total characters of a bridge's components", async (store) => {
  await insertAccount(store, 'ann');
  const bridge = await pairAndConnect(store, home, 'ann');
  const overfull = { is: 'overfull' };
  const full = zonesOf(8_192, maxBridgeLength / 8_192);
  assert.deepEqual(await bridge.snapshot(...full, ...zonesOf(50, 1, 90)), overfull);
  assert.equal((await stored(bridge.snapshot(...full)))?.changed.length, 24, 'the limit itself is allowed');

  assert.deepEqual(await bridge.change(...zonesOf(50, 1, 90)), overfull, 'one component too many');
  assert.equal((await stored(bridge.change(...zonesOf(8_191, 1))))?.changed.length, 1);
  assert.deepEqual(
    await bridge.change(...zonesOf(8_193, 1)),
    overfull,
    'a component that grows beyond the limit',
  );
  assert.equal((await stored(bridge.change(...zonesOf(8_192, 1))))?.changed.length, 1);
  const swap = { components: zonesOf(8_192, 1, 90), removed: [{ kind: 'zone', index: 1 }] as const };
  assert.equal((await stored(bridge.ingest(swap)))?.changed.length, 1, 'a removal makes room');
  assert.equal((await shown(store, 'ann')).length, full.length);
});

withStore("limits the number of a bridge's components", async (store) => {
  await insertAccount(store, 'ann');
  const bridge = await pairAndConnect(store, home, 'ann');
  await bridge.snapshot(...zonesOf(50, maxComponents - 1));
  assert.equal((await stored(bridge.change(zone(1_000))))?.changed.length, 1, 'the limit itself is allowed');
  assert.deepEqual(await bridge.change(zone(1_001)), { is: 'overfull' });
  const swap = { components: [zone(1_001)], removed: [{ kind: 'zone', index: 1_000 }] as const };
  assert.equal((await stored(bridge.ingest(swap)))?.changed.length, 1);
  // Neither a removed component nor the components of another bridge count.
  await bridge.ingest({ components: [], removed: [{ kind: 'zone', index: 1_001 }] });
  await (await pairAndConnect(store, other, 'ann')).snapshot(zone(0), zone(1));
  assert.equal((await stored(bridge.change(zone(1_002))))?.changed.length, 1);
  assert.deepEqual(await bridge.change(zone(1_003)), { is: 'overfull' });
});

withStore(
  'reports a change in a shared house to its owner and guests, and in any other house only to its owner',
  async (store) => {
    for (const name of ['ann', 'bob', 'kim']) await insertAccount(store, name);
    const bridge = await pairAndConnect(store, home, 'ann');
    assert.deepEqual((await stored(bridge.snapshot(unit(0))))?.accountIds, ['ann']);
    await insertGuest(store, { systemId: home, accountId: 'bob' });
    assert.deepEqual((await stored(bridge.change(unit(1))))?.accountIds.toSorted(), ['ann', 'bob']);
    const second = await pairAndConnect(store, other, 'kim');
    assert.deepEqual((await stored(second.snapshot(unit(0))))?.accountIds, ['kim']);
  },
);

withStore('reports the sum of the events that the listeners of an update queued', async (store) => {
  await insertAccount(store, 'ann');
  const bridge = await pairAndConnect(store, home, 'ann');
  const queue = (...counts: number[]): ChangeListeners => ({
    ...none,
    componentsChanged: counts.map((count) => async () => [count]),
  });
  const queuedOf = async (components: UplinkComponent[], listeners: ChangeListeners) => {
    const result = await bridge.ingest({ components, removed: [] }, listeners);
    return Object.hasOwn(result, 'queued') ? (result as { queued: number }).queued : 'none';
  };
  assert.equal(await queuedOf([unit(0)], queue(2, 0, 3)), 5);
  assert.equal(await queuedOf([unit(1)], queue(0, 0)), 'none');
  assert.equal(await queuedOf([unit(0)], queue(1)), 1);
});

withStore(
  'stores a component with its own trace, or otherwise with the trace of the request that changed it',
  async (store) => {
    await insertAccount(store, 'ann');
    const bridge = await pairAndConnect(store, home, 'ann');
    const change = await stored(
      bridge.ingest({
        components: [{ ...unit(0), trace: 'own' }, zone(0), zone(1)],
        removed: [],
        traceOf: ({ kind, index }) => (kind === 'zone' && index === 0 ? 'requested' : undefined),
      }),
    );
    assert.deepEqual(
      change?.changed.map((component) => (Object.hasOwn(component, 'trace') ? component.trace : 'none')),
      ['own', 'requested', 'none'],
    );
  },
);

withStore('ignores the removal of a component that the bridge does not have', async (store) => {
  await insertAccount(store, 'ann');
  const bridge = await pairAndConnect(store, home, 'ann');
  await bridge.snapshot(unit(0), zone(0));
  const removed = [
    { kind: 'zone', index: 0 },
    { kind: 'zone', index: 5 },
  ] as const;
  const change = await stored(bridge.ingest({ components: [], removed }));
  assert.deepEqual(
    [change?.removed, change?.setChanged],
    [[{ kind: 'zone', index: 0, componentId: '000000001_hvac_zone_0' }], true],
  );
  const back = await stored(bridge.change(zone(0)));
  assert.deepEqual([back?.version, back?.setChanged], [3, true], 'returns as a new component');
});

withStore(
  'refuses updates from a bridge whose account was deleted, even if they contain nothing new',
  async (store) => {
    const ann = await insertAccount(store, 'ann');
    const bridge = await pairAndConnect(store, home, ann);
    await bridge.snapshot(unit(0));
    await store.db.deleteFrom('account').where('id', '=', ann).execute();
    assert.deepEqual(await bridge.snapshot(unit(0)), { is: 'fenced' });
    assert.deepEqual(await bridge.change(unit(1)), { is: 'fenced' });
  },
);

withStore(
  'reads a stored component with its kind, index, version and the time of its house',
  async (store) => {
    const ann = await insertAccount(store, 'ann');
    const bridge = await pairAndConnect(store, home, ann);
    const rows = () => store.db.selectFrom('component').selectAll().orderBy('component_id').execute();
    const of = { system_id: home, component_id: '000000001_hvac_zone_3', kind: 'zone', idx: 3 };
    const at = (instant: number, components: UplinkComponent[], removed: { kind: 'zone'; index: number }[]) =>
      bridge.ingest({ components, removed, at: instant } as never);
    await at(1_000, [zone(3)], []);
    const datagram = JSON.stringify(zone(3).datagram);
    assert.deepEqual(await rows(), [{ ...of, datagram, version: 1, changed_at: 1_000 }]);
    await at(2_000, [zone(3)], []);
    assert.deepEqual(await rows(), [{ ...of, datagram, version: 1, changed_at: 1_000 }]);
    const change = await stored(at(3_000, [], [{ kind: 'zone', index: 3 }]));
    assert.deepEqual(await rows(), [{ ...of, datagram: null, version: 2, changed_at: 3_000 }]);
    assert.deepEqual([change?.version, change?.at, change?.systemId], [2, 3_000, home]);
  },
);

withStore('stores updates of several bridges together and returns a result for each', async (store) => {
  await insertAccount(store, 'ann');
  const ids = ['000000001', '000000002', '000000003', '000000004', '000000005'];
  const bridges = await Promise.all(ids.map((id) => pairAndConnect(store, id, 'ann')));
  for (const bridge of bridges) await bridge.snapshot(unit(0), zone(0));
  const update = (index: number, components: UplinkComponent[], epoch = bridges[index]!.epoch()) =>
    ({ systemId: ids[index]!, epoch, at: 6_000, components, removed: [] }) satisfies ComponentUpdate;
  const long = { kind: 'zone', index: 1, datagram: { Index: 1, Name: 'x'.repeat(maxBridgeLength) } } as const;
  const updates: ComponentUpdate[] = [
    update(0, [zone(0, 2100)]),
    update(1, [zone(0)]),
    update(2, [zone(0, 2200)], bridges[2]!.epoch() - 1),
    update(3, [long]),
    update(4, [unit(1), zone(1)]),
    update(0, [zone(0, 2300)]),
    { ...update(1, [unit(0), zone(0)]), removed: undefined },
  ];
  const results = await store.transaction('full', (tx) => storeUpdates(tx, updates, none));
  assert.deepEqual(
    results.map(({ is, ...more }) => [
      is,
      'change' in more ? [more.change?.version, more.change?.changed.length] : [],
    ]),
    [
      ['stored', [2, 1]],
      ['stored', [undefined, undefined]],
      ['fenced', []],
      ['overfull', []],
      ['stored', [2, 2]],
      ['stored', [3, 1]],
      ['stored', [undefined, undefined]],
    ],
  );
  assert.deepEqual(
    (await shown(store, 'ann')).map(([id, { Temp, SysOn }, version]) => [id, Temp ?? SysOn, version]),
    [
      ['000000001_hvac_systemsettings_0', 0, 1],
      ['000000001_hvac_zone_0', 2300, 3],
      ['000000002_hvac_systemsettings_0', 0, 1],
      ['000000002_hvac_zone_0', 2000, 1],
      ['000000003_hvac_systemsettings_0', 0, 1],
      ['000000003_hvac_zone_0', 2000, 1],
      ['000000004_hvac_systemsettings_0', 0, 1],
      ['000000004_hvac_zone_0', 2000, 1],
      ['000000005_hvac_systemsettings_0', 1, 2],
      ['000000005_hvac_zone_0', 2000, 1],
      ['000000005_hvac_zone_1', 2000, 2],
    ],
  );
});

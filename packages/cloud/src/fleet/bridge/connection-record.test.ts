import assert from 'node:assert/strict';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { home, other, pairAndConnect } from '../component/bridge.fixture.ts';
import { insertAccount } from './account.fixture.ts';
import {
  admitBridges,
  advanceNode,
  type ConnectionRequest,
  readConnected,
  readEpochs,
  recordDisconnect,
  sweepNodes,
} from './connection-record.ts';
import { readBridges } from './store.ts';

withStore(
  'stores the end of a connection only for its own bridge, and only if it is the newest connection',
  async (store) => {
    await insertAccount(store, 'ann');
    const bridge = await pairAndConnect(store, home, 'ann');
    await pairAndConnect(store, other, 'ann');
    const replaced = bridge.epoch();
    const connected = async () => {
      const rows = await store.db.selectFrom('bridge').selectAll().orderBy('system_id').execute();
      return rows.map(({ connected_node, last_seen }) => [connected_node, last_seen]);
    };
    await bridge.reconnect();
    await recordDisconnect(store.db, { systemId: home, epoch: replaced, now: 7 });
    assert.deepEqual(await connected(), [
      ['N', 0],
      ['N', 0],
    ]);
    await recordDisconnect(store.db, { systemId: home, epoch: bridge.epoch(), now: 8 });
    await recordDisconnect(store.db, { systemId: other, epoch: bridge.epoch(), now: 9 });
    assert.deepEqual(await connected(), [
      [null, 8],
      ['N', 0],
    ]);
    await bridge.reconnect();
    await bridge.reconnect();
    await recordDisconnect(store.db, { systemId: other, epoch: replaced, now: 10 });
    assert.deepEqual(await connected(), [
      ['N', 0],
      [null, 10],
    ]);
  },
);

withStore(
  'does not store the end of a connection for another bridge with the same connection number',
  async (store) => {
    await insertAccount(store, 'ann');
    const bridge = await pairAndConnect(store, home, 'ann');
    const neighbour = await pairAndConnect(store, other, 'ann');
    assert.equal(bridge.epoch(), neighbour.epoch());
    await recordDisconnect(store.db, { systemId: home, epoch: bridge.epoch(), now: 7 });
    const rows = await store.db.selectFrom('bridge').selectAll().orderBy('system_id').execute();
    assert.deepEqual(
      rows.map(({ connected_node }) => connected_node),
      [null, 'N'],
    );
  },
);

withStore(
  'admits many bridges together as if they came one after another, and refuses those it would refuse alone',
  async (store) => {
    await insertAccount(store, 'ann');
    for (const systemId of [home, other]) await pairAndConnect(store, systemId, 'ann');
    const request = (systemId: string, jti: string, more: Partial<ConnectionRequest> = {}) => ({
      systemId,
      keyId: systemId,
      jti,
      expiresAt: 60_000,
      nodeId: 'M',
      now: 7,
      ...more,
    });
    const requests = [
      request(home, 'a', { timeZone: 'Europe/Berlin' }),
      request(home, 'b', { now: 8 }),
      request(home, 'a'),
      request(other, 'a', { timeZone: 'Europe/Madrid' }),
      request(other, 'c', { keyId: home }),
      request('000000003', 'a'),
    ];
    const admitted = (systemId: string, epoch: number) => ({ systemId, accountId: 'ann', epoch });
    const admitAll = () => store.transaction('full', ({ db }) => admitBridges(db, requests));
    assert.deepEqual(await admitAll(), [
      ...[admitted(home, 2), admitted(home, 3), 'token-used', admitted(other, 2)],
      ...['not-paired', 'not-paired'],
    ]);
    const rows = await store.db.selectFrom('bridge').selectAll().orderBy('system_id').execute();
    assert.deepEqual(
      rows.map(({ connected_node, last_seen, time_zone }) => [connected_node, last_seen, time_zone]),
      [
        ['M', 8, null],
        ['M', 7, 'Europe/Madrid'],
      ],
    );
    assert.deepEqual(
      await admitAll(),
      requests.map(() => 'token-used'),
    );
  },
);

withStore(
  'reads the bridges that last connected to a node, and the connected bridges of an account',
  async (store) => {
    for (const name of ['ann', 'bob']) await insertAccount(store, name);
    const bridge = await pairAndConnect(store, home, 'ann');
    await bridge.reconnect();
    await pairAndConnect(store, other, 'ann');
    await pairAndConnect(store, '000000003', 'bob');
    assert.deepEqual([...(await readEpochs(store.db, 'N'))].toSorted(), [
      [home, 2],
      [other, 1],
      ['000000003', 1],
    ]);
    assert.deepEqual([...(await readEpochs(store.db, 'M'))], []);
    const connected = async () => {
      const all = await readConnected(store.db, { accountId: 'ann', now: 0 });
      return all.toSorted((a, b) => a.systemId.localeCompare(b.systemId));
    };
    const both = [home, other].map((systemId) => ({ systemId, nodeId: 'N' }));
    assert.deepEqual(await connected(), both);
    await recordDisconnect(store.db, { systemId: home, epoch: bridge.epoch(), now: 1 });
    assert.deepEqual(await connected(), both.slice(1));
  },
);

withStore('marks bridges as seen whenever their node is seen, and deletes expired tokens', async (store) => {
  await insertAccount(store, 'ann');
  for (const systemId of [home, other]) await pairAndConnect(store, systemId, 'ann');
  await store.db.updateTable('bridge').set({ connected_node: 'M' }).where('system_id', '=', other).execute();
  await store.db.deleteFrom('used_token').execute();
  for (const [id, expires_at] of [
    ['a', 69_999],
    ['b', 70_000],
  ] as const)
    await store.db.insertInto('used_token').values({ id, expires_at }).execute();
  await advanceNode(store.db, { nodeId: 'N', at: 70_000 });
  await sweepNodes(store, 70_000);
  const tokens = await store.db.selectFrom('used_token').select('id').execute();
  assert.deepEqual(tokens, [{ id: 'b' }]);
  const seen = async () => {
    const bridges = await readBridges(store.db, { accountId: 'ann', now: 0 });
    return bridges.map((bridge) => bridge.lastSeen);
  };
  assert.deepEqual(await seen(), [70_000, 0], 'does not update a bridge of another node');
  await recordDisconnect(store.db, { systemId: home, epoch: 1, now: 75_000 });
  await advanceNode(store.db, { nodeId: 'N', at: 80_000 });
  assert.deepEqual(await seen(), [75_000, 0], 'does not update a disconnected bridge');
});

withStore(
  'records the bridges of a node as disconnected once the node has not been seen for an hour',
  async (store) => {
    await insertAccount(store, 'ann');
    await pairAndConnect(store, home, 'ann');
    const hour = 3_600_000;
    const viewer = { accountId: 'ann', now: 0 };
    await advanceNode(store.db, { nodeId: 'N', at: 70_000 });
    await advanceNode(store.db, { nodeId: 'M', at: 70_000 + hour });
    await sweepNodes(store, 70_000 + hour);
    assert.deepEqual(await readConnected(store.db, viewer), [{ systemId: home, nodeId: 'N' }]);
    await sweepNodes(store, 70_001 + hour);
    assert.deepEqual(await readConnected(store.db, viewer), []);
    const nodes = await store.db.selectFrom('node').select('id').execute();
    assert.deepEqual(nodes, [{ id: 'M' }]);
    assert.equal((await readBridges(store.db, viewer))[0]!.lastSeen, 70_000);
  },
);

withStore(
  "reports that the row of a node was not found if the row is missing or older than the node's last update",
  async (store) => {
    const advance = async (at: number, last?: number) =>
      (await advanceNode(store.db, { nodeId: 'N', at, last })).wasFound;
    assert.equal(await advance(10), false);
    assert.equal(await advance(20, 10), true);
    assert.equal(await advance(30, 10), true, 'repeats a heartbeat whose response was lost');
    assert.equal(await advance(40, 31), false);
    assert.equal(await advance(50, 40), true);
    await store.db.deleteFrom('node').execute();
    assert.equal(await advance(60, 50), false);
    const [row] = await store.db.selectFrom('node').selectAll().execute();
    assert.deepEqual(row, { id: 'N', seen_at: 60 });
  },
);

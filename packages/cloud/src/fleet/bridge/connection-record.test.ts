import assert from 'node:assert/strict';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { home, other, pairAndConnect } from '../component/bridge.fixture.ts';
import { insertAccount } from './account.fixture.ts';
import { recordDisconnect } from './connection-record.ts';

withStore(
  'the end of a connection is stored for its own bridge, and only of its newest one',
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
  'the end of a connection is not stored for another bridge with as many connections',
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

import assert from 'node:assert/strict';
import { limits } from '@plenum/protocol/cloud';
import { withStore } from '../../fixture/with-store.fixture.ts';
import type { Store } from '../../kernel/database/store.ts';
import { pairAndConnect, unit } from '../component/bridge.fixture.ts';
import { insertAccount, insertGuest } from './account.fixture.ts';
import { admitBridge } from './admit-bridge.fixture.ts';
import type { OwnershipChange, OwnershipListeners } from './ownership.ts';
import { pairBridge, releaseBridges } from './pair.ts';
import { readBridges, readKey, renameBridge } from './store.ts';

const systemId = '123456789';
const none: OwnershipListeners = { ownershipChanged: [] };

const pairAs = (store: Store, accountId: string, keyId: string, listeners = none) =>
  store.transaction('full', (tx) =>
    pairBridge(
      tx,
      { systemId, accountId, keyId, jwk: { kty: 'OKP', crv: 'Ed25519', x: keyId }, now: 1_000 },
      listeners,
    ),
  );

const readBridgeOf = async (store: Store, accountId: string) =>
  (await readBridges(store.db, { accountId, now: 0 })).find((one) => one.systemId === systemId);

const release = (store: Store, of: Parameters<typeof releaseBridges>[1], listeners = none) =>
  store.transaction('full', (tx) => releaseBridges(tx, of, listeners));

withStore('a system id belongs to the key and account that paired it first', async (store) => {
  const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
  assert.equal(await readKey(store.db, systemId), undefined);
  assert.equal(await pairAs(store, ann, 'K1'), 'paired');
  assert.equal(await pairAs(store, ann, 'K1'), 'paired', 'a repetition after a lost response succeeds');

  assert.equal(await pairAs(store, ann, 'K2'), 'system-taken', 'refuses another key, even from the owner');
  assert.equal(await pairAs(store, bob, 'K2'), 'system-taken', 'refuses another key from another account');
  assert.equal(await pairAs(store, bob, 'K1'), 'system-taken', 'refuses the same key from another account');

  assert.equal((await readKey(store.db, systemId))?.keyId, 'K1');
  assert.deepEqual(await readBridges(store.db, { accountId: bob, now: 0 }), []);
  const bridge = {
    systemId,
    accountId: ann,
    owner: 'ann@example.org',
    access: 'owner',
    until: undefined,
    name: 'Bridge 123456789',
    pairedAt: 1_000,
    lastSeen: undefined,
  };
  assert.deepEqual(await readBridges(store.db, { accountId: ann, now: 0 }), [bridge]);
});

withStore('lets exactly one of many accounts pair a new system id at the same time', async (store) => {
  const keys = ['A', 'B', 'C', 'D', 'E', 'F'];
  for (const key of keys) await insertAccount(store, key);
  const results = await Promise.all(keys.map((key) => pairAs(store, key, key)));
  assert.equal(results.filter((result) => result === 'paired').length, 1);
  const winner = keys[results.indexOf('paired')]!;
  assert.equal((await readKey(store.db, systemId))?.keyId, winner);
  assert.equal((await readBridges(store.db, { accountId: winner, now: 0 })).length, 1);
});

withStore(
  'only the owner can release a bridge, and the next account that pairs it does not get its history',
  async (store) => {
    const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
    await pairAs(store, ann, 'K1');
    await renameBridge(store.db, { accountId: ann, now: 0, systemId, name: 'Home' });
    await store.db
      .insertInto('component')
      .values({
        system_id: systemId,
        component_id: 'c',
        kind: 'unit',
        idx: 0,
        datagram: '{}',
        version: 1,
        changed_at: 0,
      })
      .execute();

    assert.deepEqual(await release(store, { accountId: bob, systemId }), []);
    assert.deepEqual(await release(store, { accountId: bob }), []);
    assert.equal((await readBridges(store.db, { accountId: ann, now: 0 })).length, 1);

    const [released] = await release(store, { accountId: ann, systemId });
    assert.deepEqual(released, { systemId, epoch: 1, guests: [] });
    assert.equal(await readKey(store.db, systemId), undefined);
    assert.deepEqual(await readBridges(store.db, { accountId: ann, now: 0 }), []);
    assert.deepEqual(await store.db.selectFrom('component').selectAll().execute(), []);
    assert.deepEqual(await release(store, { accountId: ann, systemId }), []);

    assert.equal(await pairAs(store, bob, 'K2'), 'paired');
    assert.equal((await readBridgeOf(store, bob))?.name, 'Bridge 123456789');
    assert.equal(await pairAs(store, ann, 'K1'), 'system-taken');
  },
);

withStore('a bridge has no owner after its account is deleted', async (store) => {
  const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
  await pairAs(store, ann, 'K1');
  await store.db.deleteFrom('account').where('id', '=', ann).execute();
  assert.equal(await readKey(store.db, systemId), undefined);
  assert.equal(await pairAs(store, bob, 'K1'), 'paired');
});

withStore('an account cannot rename or read a bridge of another account', async (store) => {
  const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
  await pairAs(store, ann, 'K1');
  assert.equal(await renameBridge(store.db, { accountId: bob, now: 0, systemId, name: 'Mine' }), false);
  assert.equal(await readBridgeOf(store, bob), undefined);
  assert.equal(await renameBridge(store.db, { accountId: ann, now: 0, systemId, name: 'Home' }), true);
  assert.equal((await readBridgeOf(store, ann))?.name, 'Home');
});

withStore('calls the listeners once, in the transaction of a pairing or a release', async (store) => {
  const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
  const received: OwnershipChange[] = [];
  const ownershipChanged = [async (_: unknown, one: OwnershipChange) => void received.push(one)];
  const listeners = { ownershipChanged };
  await pairAs(store, ann, 'K1', listeners);
  await pairAs(store, ann, 'K1', listeners);
  await pairAs(store, bob, 'K2', listeners);
  await release(store, { accountId: ann }, listeners);
  assert.deepEqual(received, [
    { systemId, accountId: ann, what: 'paired' },
    { systemId, accountId: ann, what: 'released' },
  ]);

  const failing = { ownershipChanged: [() => Promise.reject(new Error('no'))] };
  await assert.rejects(pairAs(store, bob, 'K2', failing), /no/);
  assert.deepEqual(await readBridges(store.db, { accountId: bob, now: 0 }), []);
});

withStore(
  'accepts a token for one connection only, and gives each connection a higher number',
  async (store) => {
    const ann = await insertAccount(store, 'ann');
    await pairAs(store, ann, 'K1');
    const entry = { systemId, keyId: 'K1', expiresAt: 60_000, nodeId: 'N', now: 0 };
    assert.deepEqual(await admitBridge(store.db, { ...entry, jti: 'a' }), {
      systemId,
      accountId: ann,
      epoch: 1,
    });
    assert.deepEqual(await admitBridge(store.db, { ...entry, jti: 'b' }), {
      systemId,
      accountId: ann,
      epoch: 2,
    });
    assert.equal(await admitBridge(store.db, { ...entry, jti: 'a' }), 'token-used');
    assert.equal(await admitBridge(store.db, { ...entry, jti: 'c', keyId: 'K2' }), 'not-paired');
    assert.equal(await admitBridge(store.db, { ...entry, jti: 'd', systemId: '987654321' }), 'not-paired');
    assert.deepEqual(
      await admitBridge(store.db, { ...entry, jti: 'e' }),
      { systemId, accountId: ann, epoch: 3 },
      'refused pairings were not counted',
    );
  },
);

withStore('limits the bridges an account can pair, and allows another after a release', async (store) => {
  const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
  const pair = (id: string, accountId = ann) => {
    const pairing = { systemId: id, accountId, keyId: id, jwk: {}, now: 1_000, maxBridges: 2 };
    return store.transaction('full', (tx) => pairBridge(tx, pairing, none));
  };
  const ids = ['000000001', '000000002', '000000003'];
  const results = await Promise.all(ids.map((id) => pair(id)));
  assert.deepEqual(results.toSorted(), ['paired', 'paired', 'too-many-bridges']);
  // The database decides which one wins.
  const [one, two] = ids.filter((_, place) => results[place] === 'paired') as [string, string];
  const three = ids[results.indexOf('too-many-bridges')]!;
  assert.equal(await pair(two), 'paired', 'allows a repetition after a lost response');
  assert.equal(await pair(three, bob), 'paired', 'another account has its own limit');
  await release(store, { accountId: ann, systemId: one });
  assert.equal(await pair('000000004'), 'paired');
  assert.equal(await pair(one), 'too-many-bridges');
});

const pairAt = (
  store: Store,
  accountId: string,
  about: { now: number; keyId?: string; systemId?: string; maxUnproven?: number },
) =>
  store.transaction('full', (tx) => {
    const { keyId = accountId, ...rest } = about;
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: keyId };
    return pairBridge(tx, { systemId, accountId, keyId, jwk, address: '192.0.2.1', ...rest }, none);
  });

const connect = (store: Store, keyId: string, now: number) =>
  store.transaction('full', ({ db }) =>
    admitBridge(db, { systemId, keyId, jti: `${now}`, expiresAt: now + 1_000, nodeId: 'node', now }),
  );

withStore(
  'if a bridge never connects, reserves its system id for an hour, then lets any account pair it',
  async (store) => {
    const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
    const hour = limits.unprovenBridges.time;
    assert.equal(await pairAt(store, ann, { now: 1_000 }), 'paired');
    assert.equal(await pairAt(store, bob, { now: 1_000 + hour - 1 }), 'system-taken');
    assert.equal(await pairAt(store, bob, { now: 1_000 + hour }), 'paired');
    assert.deepEqual(await readBridges(store.db, { accountId: ann, now: 0 }), []);
    assert.equal((await readKey(store.db, systemId))?.keyId, 'bob');
    assert.equal(await connect(store, 'ann', 1_001 + hour), 'not-paired');
    const entries = await store.db
      .selectFrom('audit')
      .select(['act', 'account_id', 'address', 'facts'])
      .execute();
    assert.deepEqual(entries, [
      {
        act: 'bridge-released',
        account_id: ann,
        address: '192.0.2.1',
        facts: JSON.stringify({ systemId, by: 'another-pairing' }),
      },
    ]);
  },
);

withStore(
  'taking over the system id of a bridge that never connected does not release other such bridges',
  async (store) => {
    for (const name of ['ann', 'bob', 'kim']) await insertAccount(store, name);
    const [lower, higher] = ['000000001', '999999999'];
    for (const other of [lower, higher]) await pairAt(store, 'ann', { now: 0, systemId: other });
    await pairAt(store, 'bob', { now: 0 });
    assert.equal(await pairAt(store, 'kim', { now: limits.unprovenBridges.time }), 'paired');
    const read = async (accountId: string) =>
      (await readBridges(store.db, { accountId, now: 0 })).map((bridge) => bridge.systemId);
    assert.deepEqual(
      [await read('ann'), await read('bob'), await read('kim')],
      [[lower, higher], [], [systemId]],
    );
  },
);

withStore(
  'keeps the system id of a bridge that has connected, regardless of how long the bridge is offline',
  async (store) => {
    const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
    await pairAt(store, ann, { now: 1_000 });
    await connect(store, 'ann', 2_000);
    assert.equal(
      await pairAt(store, bob, { now: 1_000 + 1_000 * limits.unprovenBridges.time }),
      'system-taken',
    );
  },
);

withStore(
  'limits how many bridges of an account have not connected yet, and allows more once they connect',
  async (store) => {
    const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
    const other = (count: number) => ({ now: 1_000, systemId: `00000000${count}`, maxUnproven: 3 });
    assert.equal(await pairAt(store, ann, { now: 1_000, maxUnproven: 3 }), 'paired');
    for (const count of [1, 2]) assert.equal(await pairAt(store, ann, other(count)), 'paired');
    assert.equal(await pairAt(store, ann, other(3)), 'too-many-bridges');
    assert.equal(await pairAt(store, ann, other(2)), 'paired', 'a repetition after a lost response succeeds');
    assert.equal(await pairAt(store, bob, other(3)), 'paired', 'another account has its own limit');
    await connect(store, 'ann', 2_000);
    assert.equal(await pairAt(store, ann, other(4)), 'paired');
    assert.equal(await pairAt(store, ann, other(5)), 'too-many-bridges');
  },
);

const readRow = (store: Store) => store.db.selectFrom('bridge').selectAll().executeTakeFirstOrThrow();

withStore('keeps no history of a bridge before its first pairing or after its release', async (store) => {
  const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
  const jwk = (x: string) => JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x });
  await pairAt(store, ann, { now: 1_000 });
  const paired = await readRow(store);
  assert.deepEqual(
    { ...paired, generation: 0 },
    {
      system_id: systemId,
      account_id: ann,
      key_id: 'ann',
      public_key: jwk('ann'),
      name: `Bridge ${systemId}`,
      paired_at: 1_000,
      last_seen: null,
      connected_node: null,
      time_zone: null,
      version: 0,
      epoch: 0,
      generation: 0,
    },
  );
  await store.transaction('full', ({ db }) =>
    admitBridge(db, {
      systemId,
      keyId: 'ann',
      jti: 'a',
      expiresAt: 9_000,
      nodeId: 'N',
      now: 2_000,
      timeZone: 'Europe/Vienna',
    }),
  );
  const connection = { connected_node: 'N', last_seen: 2_000 };
  assert.deepEqual(await readRow(store), { ...paired, ...connection, time_zone: 'Europe/Vienna', epoch: 1 });
  await renameBridge(store.db, { accountId: ann, now: 0, systemId, name: 'Home' });
  await release(store, { accountId: ann });
  assert.deepEqual(await readRow(store), {
    ...paired,
    account_id: null,
    key_id: null,
    public_key: null,
    name: 'Home',
    last_seen: 2_000,
    epoch: 2,
  });
  await pairAt(store, bob, { now: 4_000 });
  assert.deepEqual(await readRow(store), {
    ...paired,
    account_id: bob,
    key_id: 'bob',
    public_key: jwk('bob'),
    paired_at: 4_000,
    epoch: 3,
  });
});

withStore(
  'if many accounts pair a bridge that never connected, one account gets the bridge, and the release from the old owner is logged once',
  async (store) => {
    const keys = ['A', 'B', 'C', 'D'];
    const ann = await insertAccount(store, 'ann');
    for (const key of keys) await insertAccount(store, key);
    await pairAt(store, ann, { now: 0 });
    const results = await Promise.all(
      keys.map((key) => pairAt(store, key, { now: limits.unprovenBridges.time })),
    );
    assert.deepEqual(results.toSorted(), ['paired', 'system-taken', 'system-taken', 'system-taken']);
    assert.equal((await store.db.selectFrom('audit').selectAll().execute()).length, 1);
  },
);

withStore('does not admit a bridge with its old key after its account was deleted', async (store) => {
  const ann = await insertAccount(store, 'ann');
  await pairAt(store, ann, { now: 0 });
  await store.db.deleteFrom('account').where('id', '=', ann).execute();
  assert.equal(await connect(store, 'ann', 1), 'not-paired');
});

withStore(
  'a release also deletes pending invitations, and keeps the components and guests of other bridges',
  async (store) => {
    const [ann, bob] = [await insertAccount(store, 'ann'), await insertAccount(store, 'bob')];
    const [first, second] = ['000000001', '000000002'];
    const [here, there] = [await pairAndConnect(store, first, ann), await pairAndConnect(store, second, ann)];
    for (const bridge of [here, there]) await bridge.snapshot(unit(1));
    for (const id of [first, second]) await insertGuest(store, { systemId: id, accountId: bob });
    const told: OwnershipChange[] = [];
    const listeners = { ownershipChanged: [async (_: unknown, one: OwnershipChange) => void told.push(one)] };
    const [released] = await release(store, { accountId: ann, systemId: first }, listeners);
    assert.deepEqual(released?.guests, [bob]);
    assert.deepEqual(
      told.map((one) => one.systemId),
      [first, first],
    );
    const rows = async (table: 'component' | 'bridge_member') =>
      (await store.db.selectFrom(table).select('system_id').execute()).map(({ system_id }) => system_id);
    assert.deepEqual([await rows('component'), await rows('bridge_member')], [[second], [second]]);
    await store.db.updateTable('bridge_member').set({ account_id: null }).execute();
    assert.deepEqual((await release(store, { accountId: ann }, listeners))[0]?.guests, []);
    assert.deepEqual([await rows('component'), await rows('bridge_member')], [[], []]);
  },
);

import assert from 'node:assert/strict';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { insertGuest } from '../../fleet/bridge/account.fixture.ts';
import type { StoredChange } from '../../fleet/component/types.ts';
import type { Store, Transaction } from '../../kernel/database/store.ts';
import { insertEndpoint, insertWaiting } from '../delivery-rows.fixture.ts';
import { insertApp, insertHouse, link, zone as zoneOf } from '../house.fixture.ts';
import { createLinkedApps } from './linked-apps.ts';
import { createOutbox, type Outbox } from './outbox.ts';

const home = '000000001';
const zone = `${home}_hvac_zone_0`;
const none = { componentsChanged: [], ownershipChanged: [] };

/** Creates Ann's house, and the endpoints "all", "syncs" and "events" of an app that she linked. */
const open = async (store: Store) => {
  const { db } = store;
  for (const app of ['app', 'other']) await insertApp(store, app);
  const house = await insertHouse(store, { systemId: home, accountId: 'ann', listeners: none });
  await link(store, { accountId: 'ann', clientId: 'app' });
  await insertEndpoint(db, { id: 'all', client_id: 'app' });
  await insertEndpoint(db, { id: 'events', client_id: 'app', event_types: 'component' });
  await insertEndpoint(db, { id: 'syncs', client_id: 'app', event_types: 'sync' });
  await insertEndpoint(db, { id: 'off', client_id: 'app', disabled_at: 1 });
  await insertEndpoint(db, { id: 'strange', client_id: 'other' });
  let now = 5_000;
  const woken: string[][] = [];
  const outbox = createOutbox({
    linkedApps: createLinkedApps(() => 0),
    now: () => now,
    wake: (ids) => woken.push([...ids]),
  });
  const rows = async () =>
    (
      await db
        .selectFrom('outbox')
        .selectAll()
        .orderBy('endpoint_id')
        .orderBy('kind')
        .orderBy('subject')
        .execute()
    ).map(({ endpoint_id, kind, subject }) => `${endpoint_id} ${kind} ${subject}`);
  return {
    db,
    house,
    rows,
    woken,
    run: <T>(work: (outbox: Outbox, tx: Transaction) => Promise<T>) =>
      store.transaction('full', (tx) => work(outbox, tx)),
    row: async (endpointId: string, subject: string) =>
      db
        .selectFrom('outbox')
        .selectAll()
        .where('endpoint_id', '=', endpointId)
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow(),
    setTime: (instant: number) => {
      now = instant;
    },
  };
};

const change = (more: Partial<StoredChange> = {}): StoredChange => ({
  systemId: home,
  accountIds: ['ann'],
  version: 1,
  at: 0,
  removed: [],
  setChanged: false,
  changed: [{ systemId: home, componentId: zone, kind: 'zone', index: 0, datagram: '{}', version: 1 }],
  ...more,
});

withStore(
  'queues a change for each enabled endpoint that receives changes, and a Sync if the set of components changed',
  async (store) => {
    const { run, rows, row, woken } = await open(store);
    assert.deepEqual(await run((outbox, tx) => outbox.enqueueChanges(tx, [change()])), [2]);
    assert.deepEqual(await rows(), [`all component ${zone}`, `events component ${zone}`]);
    assert.deepEqual(woken, [['all', 'events']]);
    assert.deepEqual(await row('all', zone), {
      endpoint_id: 'all',
      kind: 'component',
      subject: zone,
      system_id: home,
      changes: 1,
      queued_at: 5_000,
      due_at: 5_000,
      attempts: 0,
      message_id: null,
      trace: null,
      attributes: null,
    });
    assert.deepEqual(
      await run((outbox, tx) => outbox.enqueueChanges(tx, [change({ setChanged: true })])),
      [4],
    );
    assert.deepEqual(await rows(), [
      ...[`all component ${zone}`, 'all sync ann', `events component ${zone}`, 'syncs sync ann'],
    ]);
    assert.equal((await row('syncs', 'ann')).system_id, null);
  },
);

withStore(
  'queues a change in a shared house once per endpoint, and a Sync for each account',
  async (store) => {
    const { run, rows } = await open(store);
    await insertHouse(store, { systemId: '000000002', accountId: 'bob', listeners: none });
    await link(store, { accountId: 'bob', clientId: 'app' });
    const shared = change({ accountIds: ['ann', 'bob'], setChanged: true });
    assert.deepEqual(await run((outbox, tx) => outbox.enqueueChanges(tx, [shared])), [6]);
    assert.deepEqual(await rows(), [
      ...[`all component ${zone}`, 'all sync ann', 'all sync bob', `events component ${zone}`],
      ...['syncs sync ann', 'syncs sync bob'],
    ]);
  },
);

withStore(
  'queues one Sync for changes of two bridges of an account, and counts both changes',
  async (store) => {
    const { run, row } = await open(store);
    const second = change({
      systemId: '000000002',
      changed: [{ ...change().changed[0]!, systemId: '000000002', componentId: '000000002_hvac_zone_0' }],
    });
    const changes = [change(), second].map((one) => ({ ...one, setChanged: true }));
    assert.deepEqual(await run((outbox, tx) => outbox.enqueueChanges(tx, changes)), [4, 4]);
    assert.equal((await row('all', 'ann')).changes, 2);
    assert.equal((await row('all', zone)).changes, 1);
    await run((outbox, tx) => outbox.enqueueChanges(tx, changes));
    assert.equal((await row('all', 'ann')).changes, 4);
  },
);

withStore('queues nothing for an account without apps', async (store) => {
  const { run, rows, woken } = await open(store);
  assert.deepEqual(
    await run((outbox, tx) => outbox.enqueueChanges(tx, [change({ accountIds: ['bob'] })])),
    [0],
  );
  await run((outbox, tx) => outbox.enqueueSync(tx, 'bob'));
  assert.deepEqual([await rows(), woken], [[], []]);
});

withStore('replaces a pending or failed change with a newer one, and counts both', async (store) => {
  const { db, run, row, setTime } = await open(store);
  await insertWaiting(db, {
    endpoint_id: 'all',
    subject: zone,
    changes: 2,
    due_at: null,
    attempts: 7,
    message_id: 'm',
  });
  await insertWaiting(db, { endpoint_id: 'strange', subject: zone });
  setTime(6_000);
  await run((outbox, tx) => outbox.enqueueChanges(tx, [change()]));
  const { changes, queued_at, due_at, attempts, message_id } = await row('all', zone);
  assert.deepEqual(
    { changes, queued_at, due_at, attempts, message_id },
    { changes: 3, queued_at: 6_000, due_at: 6_000, attempts: 0, message_id: null },
  );
  assert.equal((await row('strange', zone)).changes, 1);
});

withStore(
  'keeps the trace of a change until it is sent, unless a newer change has its own trace',
  async (store) => {
    const { db, run, row } = await open(store);
    const [component] = change().changed;
    const put = (trace?: string) =>
      run((outbox, tx) =>
        outbox.enqueueChanges(tx, [
          change({ changed: [{ ...component!, ...(trace !== undefined && { trace }) }] }),
        ]),
      );
    const trace = async () => (await row('all', zone)).trace;
    await put('first');
    await put();
    assert.equal(await trace(), 'first');
    await put('second');
    assert.equal(await trace(), 'second');
    await db.updateTable('outbox').set({ message_id: 'sent' }).execute();
    await put();
    assert.equal(await trace(), null);
  },
);

withStore(
  'queues a Sync for all linked apps, or only for the given apps, which may already be unlinked',
  async (store) => {
    const { db, run, rows } = await open(store);
    await run((outbox, tx) => outbox.enqueueSync(tx, 'ann'));
    assert.deepEqual(await rows(), ['all sync ann', 'syncs sync ann']);
    await db.deleteFrom('outbox').execute();
    await run((outbox, tx) => outbox.enqueueSync(tx, 'ann', ['other']));
    assert.deepEqual(await rows(), ['strange sync ann']);
    await db.deleteFrom('outbox').execute();
    await run((outbox, tx) => outbox.enqueueSync(tx, 'ann', []));
    assert.deepEqual(await rows(), []);
  },
);

withStore(
  'queues a test for its own endpoint only, with the component that the test shows',
  async (store) => {
    const { run, rows, row, woken } = await open(store);
    await run((outbox, tx) => outbox.enqueueTest(tx, 'syncs'));
    assert.deepEqual([await rows(), woken], [['syncs test test'], [['syncs']]]);
    assert.equal((await row('syncs', 'test')).system_id, null);
    await run((outbox, tx) => outbox.enqueueTest(tx, 'syncs', { componentId: zone, systemId: home }));
    assert.equal((await row('syncs', zone)).system_id, home);
  },
);

withStore('queues resent messages with their kind and their bridge', async (store) => {
  const { run, rows, row, woken } = await open(store);
  await run((outbox, tx) => outbox.enqueueAgain(tx, 'all', []));
  assert.deepEqual(woken, []);
  await run((outbox, tx) =>
    outbox.enqueueAgain(tx, 'all', [
      { kind: 'component', subject: zone, systemId: home },
      { kind: 'sync', subject: 'ann', systemId: null },
    ]),
  );
  assert.deepEqual(await rows(), [`all component ${zone}`, 'all sync ann']);
  assert.equal((await row('all', zone)).system_id, home);
});

withStore('queues everything of the kinds that an endpoint receives when it is enabled', async (store) => {
  const { db, house, run, rows } = await open(store);
  await house.snapshot(zoneOf(0, 2000), zoneOf(1, 2000));
  await insertHouse(store, { systemId: '000000002', accountId: 'bob', listeners: none });
  const all = async (types: readonly ('component' | 'sync')[]) => {
    await db.deleteFrom('outbox').execute();
    await run((outbox, tx) => outbox.enqueueAll(tx, { id: 'all', clientId: 'app', types }));
    return rows();
  };
  const components = [`all component ${zone}`, `all component ${home}_hvac_zone_1`];
  assert.deepEqual(await all(['component', 'sync']), [...components, 'all sync ann']);
  assert.deepEqual(await all(['component']), components);
  assert.deepEqual(await all(['sync']), ['all sync ann']);
  assert.deepEqual(await all([]), []);
  // A guest who linked the app sees the same components.
  await insertGuest(store, { systemId: home, accountId: 'bob' });
  await link(store, { accountId: 'bob', clientId: 'app' });
  await db.updateTable('component').set({ datagram: null }).where('component_id', '=', zone).execute();
  assert.deepEqual(await all(['component', 'sync']), [components[1], 'all sync ann', 'all sync bob']);
});

withStore('counts dropped messages as superseded, and drops nothing else', async (store) => {
  const { db, run, rows } = await open(store);
  await insertWaiting(db, { endpoint_id: 'all', subject: zone, changes: 3 });
  await insertWaiting(db, { endpoint_id: 'all', subject: 'b', changes: 2, due_at: null });
  await insertWaiting(db, { endpoint_id: 'all', subject: 'ann', kind: 'sync' });
  await insertWaiting(db, { endpoint_id: 'events', subject: zone });
  await run((outbox, tx) => outbox.drop(tx, 'all', []));
  assert.equal((await rows()).length, 4);
  await run((outbox, tx) => outbox.drop(tx, 'all', ['component']));
  assert.deepEqual(await rows(), ['all sync ann', `events component ${zone}`]);
  const counts = await db
    .selectFrom('endpoint')
    .select(['id', 'changes', 'superseded'])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    counts.filter(({ changes }) => changes > 0),
    [{ id: 'all', changes: 5, superseded: 5 }],
  );
});

withStore(
  'queues one Sync about each account for an endpoint of an app with many accounts',
  async (store) => {
    const { db, run } = await open(store);
    await db.deleteFrom('authorization_item').execute();
    const ids = Array.from({ length: 501 }, (_, number) => `account ${number}`);
    const account = { password: 'none', created_at: 0 };
    await db
      .insertInto('account')
      .values(
        ids.map((id) => ({ ...account, id, email: `${id}@example.org`, email_key: `${id}@example.org` })),
      )
      .execute();
    const token = { kind: 'RefreshToken', payload: '{}', client_id: 'app', expires_at: 1_000_000 } as const;
    const none = { grant_id: null, uid_hash: null, user_code_hash: null, consumed_at: null, answer: null };
    await db
      .insertInto('authorization_item')
      .values(ids.map((id) => ({ ...token, ...none, id_hash: id, account_id: id })))
      .execute();
    await run((outbox, tx) => outbox.enqueueAll(tx, { id: 'all', clientId: 'app', types: ['sync'] }));
    const rows = await db.selectFrom('outbox').select(['subject', 'changes']).execute();
    assert.deepEqual(rows.map(({ subject }) => subject).toSorted(), ids.toSorted());
    assert.ok(rows.every(({ changes }) => changes === 1));
  },
);

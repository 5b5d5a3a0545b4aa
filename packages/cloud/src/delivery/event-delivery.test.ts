import assert from 'node:assert/strict';
import { check } from '@plenum/protocol/check';
import { cloudMessages } from '@plenum/protocol/cloud';
import { startReceiver } from '@plenum/testbed/receiver';
import { withStore } from '../fixture/with-store.fixture.ts';
import { releaseBridges } from '../fleet/bridge/pair.ts';
import { createMetrics } from '../kernel/http/metrics.ts';
import { createWorld, home, told, verify } from './event-delivery.fixture.ts';
import {
  connectHouse,
  type FixtureHouse,
  insertApp,
  insertHouse,
  link,
  unlink,
  zone,
} from './house.fixture.ts';

withStore('sends a change as one signed Event with exactly the documented content', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000), zone(1, 2100));
  const { id, secret } = await world.endpoint(receiver.url);
  await world.house.change(zone(0, 2050), zone(1, 2150));
  await world.quiet();

  const [received = assert.fail()] = receiver.messages;
  assert.equal(receiver.messages.length, 1);
  const message = verify(secret, received) as { requestId: string };
  assert.deepEqual(message, {
    requestId: received.headers['webhook-id'],
    requestType: 'Event',
    requestBody: {
      devices: [
        { componentId: `${home}_hvac_zone_0`, datagram: { Index: 0, Temp: 2050 } },
        { componentId: `${home}_hvac_zone_1`, datagram: { Index: 1, Temp: 2150 } },
      ],
    },
  });
  assert.ok(check(cloudMessages.Event, message).ok);
  assert.equal(received.headers['content-type'], 'application/json');
  assert.equal(received.headers['webhook-timestamp'], `${Math.floor(world.clock.now() / 1000)}`);
  const { ledger } = await world.find(id);
  assert.deepEqual(ledger, { changes: 2, delivered: 2, superseded: 0, pending: 0, dead: 0 });
});

withStore('sends a Sync before the Event if components are added or removed', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  const { secret } = await world.endpoint(receiver.url);
  await world.house.change(zone(0, 2050));
  await world.quiet();
  assert.deepEqual(receiver.messages.map(told), [{ 0: 2050 }]);

  await world.house.change(zone(1, 2100));
  await world.quiet();
  assert.deepEqual(receiver.messages.slice(1).map(told), [{ Sync: 'ann' }, { 1: 2100 }]);
  const sync = verify(secret, receiver.messages[1]!);
  assert.deepEqual(sync, {
    requestId: receiver.messages[1]!.headers['webhook-id'],
    requestType: 'Sync',
    userId: 'ann',
  });
  assert.ok(check(cloudMessages.Sync, sync).ok);

  await world.house.snapshot(zone(1, 2100));
  await world.quiet();
  assert.deepEqual(receiver.messages.slice(3).map(told), [{ Sync: 'ann' }]);
});

withStore(
  'gives two different Syncs in the same millisecond different ids, and keeps the id of a repeated Sync',
  async (store) => {
    await using receiver = await startReceiver();
    await using world = await createWorld(store);
    await world.house.snapshot(zone(0, 2000));
    await world.endpoint(receiver.url);
    const syncs = () =>
      receiver.messages
        .filter(({ body }) => body.includes('Sync'))
        .map(({ headers }) => headers['webhook-id']);
    const first = Promise.withResolvers<void>();
    receiver.react = (_, count) => (count === 1 ? { status: 204, after: first.promise } : { status: 204 });
    await world.house.change(zone(1, 2100));
    await receiver.came(1);
    await world.house.change(zone(2, 2100));
    first.resolve();
    await world.quiet();
    assert.equal(new Set(syncs()).size, 2, 'queued during the first delivery');
    receiver.react = () => ({ status: 500 });
    await world.house.change(zone(3, 2100));
    await world.quiet();
    assert.equal(new Set(syncs()).size, 3, 'queued after the first delivery');
    receiver.react = () => ({ status: 204 });
    await world.pass(60_000);
    assert.equal(syncs().length, 4, 'repeated');
    assert.equal(new Set(syncs()).size, 3);
  },
);

withStore('sends a Sync when a bridge is paired or released', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.endpoint(receiver.url);
  const { listeners } = world.events;
  await connectHouse(store, { systemId: '000000002', accountId: 'ann', listeners });
  await world.quiet();
  assert.deepEqual(receiver.messages.map(told), [{ Sync: 'ann' }]);
  const of = { accountId: 'ann', systemId: '000000002' };
  await store.transaction('full', (tx) => releaseBridges(tx, of, listeners));
  await world.quiet();
  assert.deepEqual(receiver.messages.map(told), [{ Sync: 'ann' }, { Sync: 'ann' }]);
});

withStore('sends a Sync and every component to an endpoint that was created after them', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000), zone(1, 2100));
  await link(store, { accountId: 'bob', clientId: 'app' });
  await world.events.endpoints.create({ clientId: 'app', url: receiver.url });
  await world.quiet();
  const messages = receiver.messages.map(told).map((one) => JSON.stringify(one));
  assert.deepEqual(messages.toSorted(), ['{"0":2000,"1":2100}', '{"Sync":"ann"}', '{"Sync":"bob"}']);
});

withStore('sends a Sync and every component to the endpoints of an app when it is linked', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  await insertApp(store, 'other');
  await world.endpoint(receiver.url);
  await world.endpoint(receiver.url, 'other');
  const of = { accountId: 'ann', clientId: 'other' };
  await link(store, of);
  await store.transaction('full', (tx) => world.events.linked(tx, of));
  await world.quiet();
  const messages = receiver.messages.map(told).map((one) => JSON.stringify(one));
  assert.deepEqual(messages.toSorted(), ['{"0":2000}', '{"Sync":"ann"}']);
});

withStore('the last message that an unlinked app gets about a user is a Sync', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  receiver.react = () => ({ status: 500 });
  await world.house.change(zone(0, 2100));
  await world.quiet();
  receiver.react = () => ({ status: 204 });
  await store.transaction('full', async (tx) => {
    await unlink(tx, { accountId: 'ann', clientId: 'app' });
    await world.events.unlinked(tx, { accountId: 'ann', clientId: 'app' });
  });
  await world.house.change(zone(0, 2200));
  await world.pass(3_600_000);
  await world.pass(3_600_000);
  assert.deepEqual(receiver.messages.map(told), [{ 0: 2100 }, { Sync: 'ann' }]);
  const { ledger } = await world.find(id);
  assert.deepEqual(ledger, { changes: 2, delivered: 1, superseded: 1, pending: 0, dead: 0 });
});

withStore('sends an app messages about an account only while it is linked', async (store) => {
  await using mine = await startReceiver();
  await using theirs = await startReceiver();
  await using world = await createWorld(store);
  const { listeners } = world.events;
  const ben = await insertHouse(store, { systemId: '000000002', accountId: 'ben', listeners });
  await insertApp(store, 'other');
  await link(store, { accountId: 'ben', clientId: 'other' });
  await link(store, { accountId: 'ann', clientId: 'other', until: world.clock.now() + 1_000 });
  // A second consent causes no second message.
  await link(store, { accountId: 'ann', clientId: 'app' });
  await world.house.snapshot(zone(0, 2000));
  await ben.snapshot(zone(0, 3000));
  await world.endpoint(mine.url);
  await world.endpoint(theirs.url, 'other');

  await world.house.change(zone(0, 2001));
  await world.quiet();
  await ben.change(zone(0, 3001));
  await world.quiet();
  assert.deepEqual(mine.messages.map(told), [{ 0: 2001 }]);
  assert.deepEqual(theirs.messages.map(told), [{ 0: 2001 }, { 0: 3001 }]);

  world.clock.advance(1_000);
  await world.house.change(zone(0, 2002));
  await world.quiet();
  assert.equal(mine.messages.length, 2);
  assert.equal(theirs.messages.length, 2);
});

withStore('stops sending a component after it was removed or its owner changed', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  const { listeners } = world.events;
  await world.house.snapshot(zone(0, 2000), zone(1, 2000), zone(2, 2000));
  const { id } = await world.endpoint(receiver.url);
  receiver.react = () => ({ status: 500 });
  await world.house.change(zone(0, 2100), zone(1, 2100));
  await world.quiet();
  await world.house.snapshot(zone(0, 2100), zone(2, 2000));
  receiver.react = () => ({ status: 204 });
  await world.pass(5_000);
  const after = receiver.messages.slice(1).map(told);
  assert.deepEqual(after, [{ Sync: 'ann' }, { 0: 2100 }]);

  receiver.react = () => ({ status: 500 });
  await world.house.change(zone(2, 2200));
  await world.quiet();
  const of = { accountId: 'ann', systemId: home };
  await store.transaction('full', (tx) => releaseBridges(tx, of, listeners));
  await insertHouse(store, { systemId: home, accountId: 'ben', listeners });
  await link(store, { accountId: 'ben', clientId: 'app' });
  receiver.react = () => ({ status: 204 });
  await world.pass(5_000);
  await world.pass(5_000);
  assert.deepEqual(receiver.messages.slice(4).map(told), [{ Sync: 'ann' }]);
  const { ledger } = await world.find(id);
  assert.deepEqual(ledger, { changes: 5, delivered: 3, superseded: 2, pending: 0, dead: 0 });
});

withStore('splits many components into Events of at most 100 components and 256 KiB', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  const houses: FixtureHouse[] = [];
  for (let no = 1; no <= 9; no++) {
    const systemId = `00000010${no}`;
    const house = await connectHouse(store, {
      systemId,
      accountId: 'ann',
      listeners: world.events.listeners,
    });
    await house.snapshot(...Array.from({ length: 28 }, (_, index) => zone(index, 2000)));
    houses.push(house);
  }
  const { id } = await world.endpoint(receiver.url);
  await store.transaction('full', async (tx) => {
    for (const house of houses)
      await house.changeWithin(tx, ...Array.from({ length: 28 }, (_, index) => zone(index, 2100)));
  });
  await world.quiet();
  const sizes = () => receiver.messages.map(({ body }) => JSON.parse(body).requestBody.devices.length);
  assert.deepEqual(sizes(), [100, 100, 52]);

  receiver.messages.length = 0;
  const large = (index: number) => ({
    ...zone(index, 1),
    datagram: { Index: index, Text: 'x'.repeat(100_000) },
  });
  await store.transaction('full', async (tx) => {
    for (const house of houses.slice(0, 5)) await house.changeWithin(tx, large(0));
  });
  await world.quiet();
  assert.deepEqual(sizes(), [2, 2, 1]);
  const { ledger } = await world.find(id);
  assert.deepEqual(ledger, { changes: 257, delivered: 257, superseded: 0, pending: 0, dead: 0 });
});

withStore('replaces a pending change with a newer one', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000), zone(1, 2000));
  const { id } = await world.endpoint(receiver.url);
  receiver.react = (_, count) => (count === 1 ? 'silence' : { status: 204 });
  await world.house.change(zone(0, 2001), zone(1, 2001));
  await receiver.came(1);
  await world.house.change(zone(0, 2002));
  await world.house.change(zone(0, 2003));
  const during = (await world.find(id)).ledger;
  assert.deepEqual(during, { changes: 4, delivered: 0, superseded: 2, pending: 2, dead: 0 });
  // One at a time for each endpoint, so that an older message never arrives after a newer one.
  assert.equal(receiver.messages.length, 1);

  await world.pass(15_000);
  await world.pass(5_000);
  assert.deepEqual(receiver.messages.map(told), [{ 0: 2001, 1: 2001 }, { 0: 2003 }, { 1: 2001 }]);
  const ids = receiver.messages.map(({ headers }) => headers['webhook-id']);
  assert.equal(new Set(ids).size, 3);
  const { ledger } = await world.find(id);
  assert.deepEqual(ledger, { changes: 4, delivered: 2, superseded: 2, pending: 0, dead: 0 });
});

withStore('delivers a change that a component makes during its delivery afterwards', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  let changed: Promise<unknown> = Promise.resolve();
  receiver.react = (_, count) => {
    if (count === 1) changed = world.house.change(zone(0, 2002));
    return { status: 204 };
  };
  await world.house.change(zone(0, 2001));
  await world.quiet();
  await changed;
  await world.quiet();
  assert.deepEqual(receiver.messages.map(told), [{ 0: 2001 }, { 0: 2002 }]);
  const { ledger } = await world.find(id);
  assert.equal(ledger.changes, 2);
  assert.equal(ledger.delivered + ledger.superseded, 2);
});

withStore('omits from a retried message everything that the app may no longer read', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  const ben = await insertHouse(store, {
    systemId: '000000002',
    accountId: 'ben',
    listeners: world.events.listeners,
  });
  await link(store, { accountId: 'ben', clientId: 'app' });
  await world.house.snapshot(zone(0, 2000));
  await ben.snapshot(zone(1, 3000));
  const { id } = await world.endpoint(receiver.url);
  receiver.react = (_, count) => ({ status: count === 1 ? 500 : 204 });
  await store.transaction('full', async (tx) => {
    await world.house.changeWithin(tx, zone(0, 2100));
    await ben.changeWithin(tx, zone(1, 3100));
  });
  await world.quiet();
  await unlink(store, { accountId: 'ann', clientId: 'app' });
  await world.pass(5_000);
  assert.deepEqual(receiver.messages.map(told), [{ 0: 2100, 1: 3100 }, { 1: 3100 }]);
  assert.equal(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size, 2);
  const { ledger } = await world.find(id);
  assert.deepEqual(ledger, { changes: 2, delivered: 1, superseded: 1, pending: 0, dead: 0 });
});

withStore(
  'measures how long a change waits for its first delivery, except at endpoints that are failing',
  async (store) => {
    await using receiver = await startReceiver();
    receiver.react = ({ path }) => ({ status: path === '/failing' ? 500 : 204 });
    await using world = await createWorld(store);
    await world.house.snapshot(zone(0, 2000));
    for (const path of ['events', 'failing']) await world.endpoint(receiver.url.replace('events', path));
    await world.house.change(zone(0, 2001));
    await world.quiet();
    await world.events[Symbol.asyncDispose]();
    const sent = receiver.messages.length;
    await world.house.change(zone(0, 2002));
    world.clock.advance(600_000);

    const metrics = createMetrics();
    await using node = await world.startNode({ metrics });
    await node.worker.idle();
    assert.equal(receiver.messages.length, sent + 2);
    const text = await metrics.registry.metrics();
    assert.deepEqual(text.match(/^plenum_cloud_event_wait_seconds_(?:bucket\{le="60"\}|count) .*$/gm), [
      'plenum_cloud_event_wait_seconds_bucket{le="60"} 0',
      'plenum_cloud_event_wait_seconds_count 1',
    ]);
    const ended = node[Symbol.asyncDispose]();
    world.clock.advance(60_000);
    await ended;
  },
);

withStore(
  'counts attempts from zero, and an event that is sent at once as waiting for no time',
  async (store) => {
    await using receiver = await startReceiver();
    await using world = await createWorld(store);
    await world.house.snapshot(zone(0, 2000));
    await world.quiet();
    const metrics = createMetrics();
    await using node = await world.startNode({ metrics });
    const read = async (name: string) =>
      (await metrics.registry.metrics())
        .split('\n')
        .filter((line) => line.startsWith(`plenum_cloud_${name}`))
        .map((line) => line.slice('plenum_cloud_'.length));
    const attemptsOf = async () =>
      (await read('delivery_attempts_total')).filter((line) => !line.endsWith(' 0'));
    assert.deepEqual(await attemptsOf(), []);
    // The first node is busy elsewhere, so the second one delivers.
    await world.events[Symbol.asyncDispose]();
    await world.endpoint(receiver.url);
    await world.house.change(zone(0, 2001));
    node.worker.wake([(await store.db.selectFrom('endpoint').select('id').executeTakeFirstOrThrow()).id]);
    await receiver.came(1);
    await node.worker.idle();
    assert.deepEqual(await attemptsOf(), ['delivery_attempts_total{verdict="delivered"} 1']);
    const waits = await read('event_wait_seconds');
    // The limits with which an operator sees that 99 % start within 5 s (docs/runbooks.md).
    for (const line of ['bucket{le="0.05"} 1', 'bucket{le="5"} 1', 'sum 0', 'count 1'])
      assert.ok(waits.includes(`event_wait_seconds_${line}`), `${line} in ${waits.join(' ')}`);
  },
);

import assert from 'node:assert/strict';
import { startReceiver } from '@plenum/testbed/receiver';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { createWorld, told, until } from '../event-delivery.fixture.ts';
import { insertApp, link, zone } from '../house.fixture.ts';

withStore('delivers to other endpoints while some do not respond', async (store) => {
  await using dead = await startReceiver();
  await using well = await startReceiver();
  await using world = await createWorld(store, { limits: { healthy: 2, strained: 1 } });
  await world.house.snapshot(zone(0, 2000));
  dead.react = () => 'silence';
  // More endpoints than there are slots.
  for (let count = 0; count < 6; count++) await world.endpoint(dead.url);
  await world.house.change(zone(0, 2001));
  await dead.came(2);
  const { id } = await world.endpoint(well.url);
  await world.house.change(zone(0, 2002));
  assert.equal(well.messages.length, 0);
  // After 2 s the deliveries in progress count as slow, and give up their slots two at a time.
  world.clock.advance(2_000);
  await dead.came(4);
  world.clock.advance(2_000);
  await dead.came(6);
  world.clock.advance(2_000);
  await well.came(1);
  assert.deepEqual(told(well.messages[0]!), { 0: 2002 });

  const settled = (count: number) => until(async () => (await world.find(id)).ledger.delivered === count);
  await settled(1);

  // From now on they share the strained slots, and the healthy endpoint does not wait.
  world.clock.advance(15_000);
  await world.events.worker.idle();
  world.clock.advance(60_000);
  for (let count = 1; count <= 3; count++) {
    await dead.came(6 + count);
    await world.house.change(zone(0, 2100 + count));
    await well.came(1 + count);
    assert.deepEqual(told(well.messages.at(-1)!), { 0: 2100 + count });
    assert.equal(dead.messages.length, 6 + count);
    await settled(1 + count);
    world.clock.advance(15_000);
  }
  const { ledger } = await world.find(id);
  assert.equal(ledger.dead + ledger.superseded, 0);
});

withStore(
  'an endpoint that accepted slowly does not use the slot of healthy endpoints next time',
  async (store) => {
    await using slow = await startReceiver();
    await using well = await startReceiver();
    await using world = await createWorld(store, { limits: { healthy: 1, strained: 1 } });
    await world.house.snapshot(zone(0, 2000));
    const accept = Promise.withResolvers<void>();
    slow.react = (_, count) => (count === 1 ? { status: 204, after: accept.promise } : 'silence');
    const { id } = await world.endpoint(slow.url);
    await world.house.change(zone(0, 2001));
    await slow.came(1);
    world.clock.advance(2_000);
    accept.resolve();
    await until(async () => (await world.find(id)).ledger.delivered === 1);
    await world.quiet();

    // The slow endpoint was served first, so it is also first in line.
    await world.endpoint(well.url);
    await world.house.change(zone(0, 2002));
    await slow.came(2);
    await until(async () => well.messages.length === 1);
    assert.deepEqual(
      [slow, well].map(({ messages }) => told(messages.at(-1)!)),
      [{ 0: 2002 }, { 0: 2002 }],
    );
  },
);

withStore('endpoints take turns if there are more endpoints than slots', async (store) => {
  const order: string[] = [];
  await using receiver = await startReceiver();
  receiver.react = ({ path }) => {
    order.push(path);
    return { status: 204 };
  };
  await using world = await createWorld(store, { limits: { healthy: 1 } });
  await world.house.snapshot(zone(0, 2000));
  for (const name of ['a', 'b', 'c']) await world.endpoint(receiver.url.replace('events', name));
  for (let count = 1; count <= 3; count++) {
    await world.house.change(zone(0, 2000 + count));
    world.clock.advance(1);
    await world.quiet();
  }
  const turns = [order.slice(0, 3), order.slice(3, 6), order.slice(6)].map((turn) => turn.toSorted());
  assert.deepEqual(turns, [
    ['/a', '/b', '/c'],
    ['/a', '/b', '/c'],
    ['/a', '/b', '/c'],
  ]);
});

withStore('uses a freed slot immediately, even if all slots of the node were in use', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store, { limits: { healthy: 2, strained: 2, maxConcurrent: 1 } });
  await world.house.snapshot(zone(0, 2000));
  for (const name of ['a', 'b', 'c']) await world.endpoint(receiver.url.replace('events', name));
  await world.house.change(zone(0, 2001));
  // The clock does not advance, so no poll runs.
  await world.quiet();
  assert.deepEqual(receiver.messages.map(({ path }) => path).toSorted(), ['/a', '/b', '/c']);
});

withStore(
  'only one of several nodes sends to an endpoint at a time, and each message is sent once',
  async (store) => {
    await using receiver = await startReceiver();
    const underWay = new Map<string, number>();
    const most = new Map<string, number>();
    receiver.react = ({ path }) => {
      const now = (underWay.get(path) ?? 0) + 1;
      underWay.set(path, now);
      most.set(path, Math.max(most.get(path) ?? 0, now));
      setImmediate(() => underWay.set(path, underWay.get(path)! - 1));
      return { status: 204 };
    };
    await using world = await createWorld(store);
    await using second = await world.startNode();
    await using third = await world.startNode();
    await world.house.snapshot(...Array.from({ length: 14 }, (_, index) => zone(index, 2000)));
    const ids = [];
    for (let count = 0; count < 4; count++) ids.push((await world.endpoint(`${receiver.url}/${count}`)).id);
    const nodes = [world.events, second, third];
    for (let count = 0; count < 100; count++) {
      await world.house.change(zone(count % 14, 2001 + count));
      for (const { worker } of nodes) worker.wake(ids);
    }
    for (const { worker } of nodes) await worker.idle();
    await world.quiet();

    const seen = receiver.messages.map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(seen).size, seen.length);
    for (const [place, id] of ids.entries()) {
      const { ledger } = await world.find(id);
      assert.equal(ledger.changes, 100);
      assert.equal(ledger.delivered + ledger.superseded, 100);
      const last = new Map<string, number>();
      for (const message of receiver.messages.filter(({ path }) => path === `/events/${place}`))
        for (const [index, temperature] of Object.entries(told(message) as Record<string, number>)) {
          assert.ok(temperature > (last.get(index) ?? 0), `zone ${index} returned to ${temperature}`);
          last.set(index, temperature);
        }
      const expected = Array.from({ length: 14 }, (_, index) => [
        `${index}`,
        2001 + index + 14 * Math.floor((99 - index) / 14),
      ]);
      assert.deepEqual(Object.fromEntries(last), Object.fromEntries(expected));
    }
    assert.deepEqual([...most.values()], [1, 1, 1, 1]);
  },
);

withStore('sends the pending message of a crashed node unchanged once its lease expires', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  receiver.react = (_, count) => (count === 1 ? 'silence' : { status: 204 });
  await world.house.change(zone(0, 2001));
  await receiver.came(1);
  // On SQLite a node ends all leases when it starts, because no other node can hold one. So this node is started
  // earlier.
  const { lease_until } = await store.db
    .selectFrom('endpoint')
    .select('lease_until')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(lease_until, world.clock.now() + 8_000);
  if (store.isExclusive) {
    await using next = await world.startNode();
    await next.worker.idle();
  } else {
    await using next = await world.startNode();
    await next.worker.idle();
    assert.equal(receiver.messages.length, 1);
    await store.db.updateTable('endpoint').set({ lease_until: world.clock.now() }).execute();
    next.worker.wake([id]);
    await next.worker.idle();
  }
  assert.equal(receiver.messages.length, 2);
  const [first, second] = receiver.messages;
  assert.equal(second?.body, first?.body);
  assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);

  // The node whose lease expired finds nothing left to record.
  world.clock.advance(15_000);
  await world.events.worker.idle();
  const { ledger } = await world.find(id);
  assert.deepEqual(ledger, { changes: 1, delivered: 1, superseded: 0, pending: 0, dead: 0 });
});

withStore('aborts slow deliveries of a stopping node, and the next node sends them again', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  receiver.react = (_, count) => (count === 1 ? 'silence' : { status: 204 });
  await world.house.change(zone(0, 2001));
  await receiver.came(1);
  const stopped = world.events[Symbol.asyncDispose]();
  world.clock.advance(5_000);
  await stopped;
  const { ledger } = await world.find(id);
  assert.deepEqual(ledger, { changes: 1, delivered: 0, superseded: 0, pending: 1, dead: 0 });
  await world.house.change(zone(0, 2001));
  assert.equal(receiver.messages.length, 1);

  await using next = await world.startNode();
  await next.worker.idle();
  assert.deepEqual(receiver.messages.map(told), [{ 0: 2001 }, { 0: 2001 }]);
  const listed = await next.endpoints.listDeliveries({ clientId: 'app', endpointId: id });
  assert.ok('deliveries' in listed);
  assert.deepEqual(
    listed.deliveries.map(({ attempt, verdict }) => [attempt, verdict]),
    [[1, 'delivered']],
  );
});

withStore(
  "keeps slots free for a developer while another developer's endpoints do not respond",
  async (store) => {
    await using dead = await startReceiver();
    await using well = await startReceiver();
    const developer = { healthy: 2, strained: 2, maxConcurrent: 2 };
    await using world = await createWorld(store, { limits: { healthy: 20, maxConcurrent: 20, developer } });
    await world.house.snapshot(zone(0, 2000));
    dead.react = () => 'silence';
    // Two apps of one developer, with more endpoints than a node has slots.
    await store.db.updateTable('app').set({ owner_account_id: 'ann' }).execute();
    await insertApp(store, 'second');
    await store.db.updateTable('app').set({ owner_account_id: 'ann' }).execute();
    await link(store, { accountId: 'ann', clientId: 'second' });
    for (const clientId of ['app', 'second'])
      for (let count = 0; count < 10; count++) await world.endpoint(dead.url, clientId);
    await world.house.change(zone(0, 2001));
    await dead.came(2);
    const before = dead.messages.length;
    await insertApp(store, 'other');
    await link(store, { accountId: 'ann', clientId: 'other' });
    await world.endpoint(well.url, 'other');
    await world.house.change(zone(0, 2002));
    await well.came(1);
    assert.deepEqual(told(well.messages[0]!), { 0: 2002 });
    // Endpoints leased together may exceed the quota slightly.
    assert.ok(before < 20, `${before} simultaneously`);
  },
);

withStore(
  'renews the lease of a delivery in progress, which otherwise ends after eight seconds',
  async (store) => {
    await using silentOne = await startReceiver();
    silentOne.react = () => 'silence';
    await using world = await createWorld(store);
    const { id } = await world.endpoint(silentOne.url);
    await world.house.snapshot(zone(0, 2000));
    await silentOne.came(1);
    const leaseLeft = async () => {
      const { lease_until } = await store.db
        .selectFrom('endpoint')
        .select('lease_until')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return lease_until - world.clock.now();
    };
    assert.equal(await leaseLeft(), 8_000);
    world.clock.advance(1_999);
    assert.equal(await leaseLeft(), 6_001);
    world.clock.advance(1);
    for (let count = 0; count < 6; count++) {
      await until(async () => (await leaseLeft()) === 8_000);
      world.clock.advance(2_000);
    }
    assert.equal(silentOne.messages.length, 1, 'no node sends it again in the meantime');
  },
);

withStore(
  'does not send a message again while it is being sent, even if its lease has ended',
  async (store) => {
    await using silentOne = await startReceiver();
    silentOne.react = () => 'silence';
    await using world = await createWorld(store);
    const { id } = await world.endpoint(silentOne.url);
    await world.house.snapshot(zone(0, 2000));
    await silentOne.came(1);
    await store.db.updateTable('endpoint').set({ lease_until: 0 }).where('id', '=', id).execute();
    world.clock.advance(1_000);
    await new Promise(setImmediate);
    await world.house.change(zone(0, 2001));
    assert.equal(world.events.worker.underWay(), 1);
    assert.equal(silentOne.messages.length, 1);
  },
);

withStore('serves any number of endpoints at once if there are slots for them', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store, { limits: { healthy: 60, strained: 1 } });
  await world.house.snapshot(zone(0, 2000));
  await world.quiet();
  // None of the first messages is answered, so no end of a delivery wakes the worker.
  const answer = Promise.withResolvers<void>();
  receiver.react = () => ({ status: 204, after: answer.promise });
  for (let count = 0; count < 20; count++) {
    const clientId = `app${count}`;
    await insertApp(store, clientId);
    await link(store, { accountId: 'ann', clientId });
    await world.endpoint(`${receiver.url}${count}`, clientId);
  }
  await world.house.change(zone(0, 2001));
  await receiver.came(20);
  answer.resolve();
  await world.quiet();
  assert.equal(new Set(receiver.messages.map(({ path }) => path)).size, 20);
});

import assert from 'node:assert/strict';
import { startReceiver } from '@plenum/testbed/receiver';
import { sql } from 'kysely';
import { withStore } from '../fixture/with-store.fixture.ts';
import { defaultRetryPolicy } from './attempt/retry-policy.ts';
import { createWorld, home, told } from './event-delivery.fixture.ts';
import { zone } from './house.fixture.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

withStore('tries a message 12 times with the same content, then makes it a dead letter', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  const ref = { clientId: 'app', endpointId: id };
  receiver.react = () => ({ status: 500 });
  await world.house.change(zone(0, 2100));
  await world.quiet();
  for (const [place, pause] of defaultRetryPolicy.delays.entries()) {
    await world.pass(pause - 1);
    assert.equal(receiver.messages.length, place + 1, `${pause} ms have not passed`);
    await world.pass(1);
    assert.equal(receiver.messages.length, place + 2);
  }
  await world.pass(10 * day);
  assert.equal(receiver.messages.length, 12);
  assert.equal(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(new Set(receiver.messages.map(({ body }) => body)).size, 1);
  // Each attempt has its own time and signature.
  assert.equal(new Set(receiver.messages.map(({ headers }) => headers['webhook-timestamp'])).size, 12);

  const { ledger } = await world.find(id);
  assert.deepEqual(ledger, { changes: 1, delivered: 0, superseded: 0, pending: 0, dead: 1 });
  const listed = await world.events.endpoints.listDead(ref);
  assert.ok('dead' in listed);
  assert.deepEqual(
    listed.dead.map(({ kind, subject, attempts }) => ({ kind, subject, attempts })),
    [{ kind: 'component', subject: `${home}_hvac_zone_0`, attempts: 12 }],
  );
});

withStore('counts the attempts of a test message from one, and gives it up after 12', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  const { id } = await world.endpoint(receiver.url);
  const ref = { clientId: 'app', endpointId: id };
  receiver.react = () => ({ status: 500 });
  await world.events.endpoints.sendTest(ref);
  await world.quiet();
  for (const pause of defaultRetryPolicy.delays) await world.pass(pause);
  const listed = await world.events.endpoints.listDeliveries(ref);
  assert.ok('deliveries' in listed);
  assert.deepEqual(
    listed.deliveries.map(({ attempt, verdict }) => `${attempt} ${verdict}`),
    ['12 dead', ...Array.from({ length: 11 }, (_, index) => `${11 - index} retry`)],
  );
});

withStore('sends a replayed dead letter with its current state', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store, { retryPolicy: { delays: [] } });
  await world.house.snapshot(zone(0, 2000), zone(1, 2000));
  const { id } = await world.endpoint(receiver.url);
  const ref = { clientId: 'app', endpointId: id };
  receiver.react = () => ({ status: 500 });
  await world.house.change(zone(0, 2100), zone(1, 2100));
  await world.quiet();
  assert.equal((await world.find(id)).ledger.dead, 2);
  receiver.react = () => ({ status: 204 });
  await world.pass(5 * minute);
  assert.equal(receiver.messages.length, 1);

  const { replay } = world.events.endpoints;
  assert.deepEqual(await replay(ref, `${home}_hvac_zone_1`), { replayed: 1 });
  await world.quiet();
  assert.deepEqual(receiver.messages.slice(1).map(told), [{ 1: 2100 }]);
  assert.deepEqual(await replay(ref), { replayed: 1 });
  await world.quiet();
  assert.deepEqual(receiver.messages.slice(2).map(told), [{ 0: 2100 }]);
  assert.deepEqual(await replay(ref), { replayed: 0 });
  const { ledger } = await world.find(id);
  assert.deepEqual(ledger, { changes: 2, delivered: 2, superseded: 0, pending: 0, dead: 0 });
});

withStore('supersedes a dead letter with the next change of its component', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store, { retryPolicy: { delays: [] } });
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  receiver.react = (_, count) => ({ status: count === 1 ? 500 : 204 });
  await world.house.change(zone(0, 2100));
  await world.quiet();
  await world.house.change(zone(0, 2200));
  await world.pass(5 * minute);
  assert.deepEqual(receiver.messages.map(told), [{ 0: 2100 }, { 0: 2200 }]);
  const { ledger } = await world.find(id);
  assert.deepEqual(ledger, { changes: 2, delivered: 1, superseded: 1, pending: 0, dead: 0 });
});

withStore('delays other messages of an endpoint only briefly if it refuses one', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000), zone(1, 2000));
  await world.endpoint(receiver.url);
  receiver.react = ({ body }) => ({ status: body.includes('"Temp":2100') ? 400 : 204 });
  await world.house.change(zone(0, 2100));
  await world.quiet();
  await world.house.change(zone(1, 2001));
  await world.pass(4_999);
  assert.equal(receiver.messages.length, 1);
  await world.pass(1);
  assert.deepEqual(receiver.messages.map(told), [{ 0: 2100 }, { 1: 2001 }, { 0: 2100 }]);
  // Each failure that follows a success pauses the endpoint for the shortest time.
  await world.house.change(zone(1, 2002));
  await world.pass(5_000);
  assert.deepEqual(receiver.messages.slice(3).map(told), [{ 1: 2002 }]);
  await world.pass(25_000);
  assert.deepEqual(receiver.messages.slice(4).map(told), [{ 0: 2100 }]);
});

withStore(
  'sends the messages that have waited for hours as soon as an endpoint works again',
  async (store) => {
    await using receiver = await startReceiver();
    await using world = await createWorld(store);
    await world.house.snapshot(zone(0, 2000), zone(1, 2000));
    await world.endpoint(receiver.url);
    receiver.react = () => ({ status: 503 });
    await world.house.change(zone(0, 2100));
    await world.quiet();
    for (const pause of defaultRetryPolicy.delays.slice(0, 6)) await world.pass(pause);
    assert.equal(receiver.messages.length, 7);
    receiver.react = () => ({ status: 204 });
    await world.house.change(zone(1, 2100));
    await world.pass(5 * minute);
    assert.deepEqual(receiver.messages.slice(7).map(told), [{ 1: 2100 }, { 0: 2100 }]);
  },
);

withStore(
  'tries an unavailable endpoint at most every 5 minutes, no matter how much changes',
  async (store) => {
    await using receiver = await startReceiver();
    await using world = await createWorld(store);
    await world.house.snapshot(zone(0, 2000));
    const { id } = await world.endpoint(receiver.url);
    receiver.react = () => 'break';
    for (let count = 0; count < 80; count++) {
      await world.house.change(zone(0, 2100 + count));
      await world.pass(30_000);
    }
    // In 40 minutes: after 5 s, every 30 s, then after a quarter of the time that it has been failing, up to 5 minutes.
    assert.equal(receiver.messages.length, 18);
    const { ledger } = await world.find(id);
    assert.deepEqual(ledger, { changes: 80, delivered: 0, superseded: 79, pending: 1, dead: 0 });
  },
);

withStore('an endpoint that fails five times in a row is at most two minutes late', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  await world.endpoint(receiver.url);
  receiver.react = (_, count) => ({ status: count <= 5 ? 500 : 204 });
  for (let seconds = 0; seconds < 120; seconds += 5) {
    await world.house.change(zone(0, 2100 + seconds));
    await world.pass(5_000);
  }
  // It failed after 5, 10, 40, 70 and 100 s.
  await world.pass(9_999);
  assert.equal(receiver.messages.length, 5);
  await world.pass(1);
  assert.deepEqual(receiver.messages.slice(5).map(told), [{ 0: 2215 }]);
});

withStore('waits no longer for a failed endpoint if the clock of the machine went back', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000), zone(1, 2000));
  await world.endpoint(receiver.url);
  const now = world.clock.now();
  world.clock.set(now + 75 * hour);
  receiver.react = () => ({ status: 503, headers: { 'retry-after': '600' } });
  await world.house.change(zone(0, 2100));
  await world.quiet();
  assert.equal(receiver.messages.length, 1);
  receiver.react = () => ({ status: 204 });
  world.clock.set(now);
  await world.house.change(zone(1, 2100));
  await world.quiet();
  assert.deepEqual(receiver.messages.slice(1).map(told), [{ 1: 2100 }, { 0: 2100 }]);
});

withStore('sends a change that was queued before the clock of the machine went back', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  await world.endpoint(receiver.url);
  const now = world.clock.now();
  world.clock.set(now + 2 * hour);
  await store.db
    .updateTable('endpoint')
    .set({ rest_until: now + 3 * hour })
    .execute();
  await world.house.change(zone(0, 2100));
  await world.quiet();
  world.clock.set(now);
  await store.db.updateTable('endpoint').set({ rest_until: 0 }).execute();
  await world.house.change(zone(0, 2200));
  await world.quiet();
  assert.deepEqual(receiver.messages.map(told), [{ 0: 2200 }]);
});

withStore('sends no messages to an endpoint before the time in its Retry-After', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000), zone(1, 2000));
  await world.endpoint(receiver.url);
  receiver.react = (_, count) =>
    count === 1 ? { status: 429, headers: { 'retry-after': '600' } } : { status: 204 };
  await world.house.change(zone(0, 2100));
  await world.quiet();
  await world.house.change(zone(1, 2100));
  await world.pass(10 * minute - 1);
  assert.equal(receiver.messages.length, 1);
  await world.pass(1);
  assert.equal(receiver.messages.length, 3);
});

withStore('disables an endpoint immediately on status 410', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  receiver.react = () => ({ status: 410 });
  await world.house.change(zone(0, 2100));
  await world.quiet();
  const { disabled, ledger } = await world.find(id);
  assert.deepEqual(disabled, { at: world.clock.now(), why: 'gone' });
  assert.deepEqual(ledger, { changes: 1, delivered: 0, superseded: 0, pending: 1, dead: 0 });
  await world.house.change(zone(0, 2200));
  await world.pass(day);
  assert.equal(receiver.messages.length, 1);
});

withStore('disables an endpoint after 5 days of failure, counted from the last success', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store, { limits: { pollInterval: hour } });
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  const failFor = async ({ times, every }: { times: number; every: number }) => {
    receiver.react = () => ({ status: 500 });
    for (let count = 0; count < times; count++) {
      await world.house.change(zone(0, world.clock.now()));
      await world.quiet();
      await world.pass(every);
    }
  };
  // 119 hours in all, just under 5 days.
  const almost = { times: 17, every: 7 * hour };
  await failFor(almost);
  receiver.react = () => ({ status: 204 });
  await world.pass(hour);
  await failFor(almost);
  assert.equal((await world.find(id)).disabled, undefined);
  await failFor({ times: 1, every: hour });
  const { disabled, failingSince } = await world.find(id);
  assert.equal(disabled?.why, 'failing');
  assert.equal(disabled?.at, failingSince! + 5 * day);
});

withStore('sends the complete current state to an endpoint when it is enabled again', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000), zone(1, 2000));
  const { id } = await world.endpoint(receiver.url);
  const ref = { clientId: 'app', endpointId: id };
  const { endpoints } = world.events;
  receiver.react = () => ({ status: 410 });
  await world.house.change(zone(0, 2100));
  await world.quiet();
  await world.house.change(zone(0, 2200));
  receiver.react = () => ({ status: 204 });
  assert.deepEqual(await endpoints.enable(ref), { done: true });
  await world.quiet();
  assert.deepEqual(receiver.messages.slice(1).map(told), [{ Sync: 'ann' }, { 0: 2200, 1: 2000 }]);
  const { disabled, failingSince, ledger } = await world.find(id);
  assert.deepEqual([disabled, failingSince], [undefined, undefined]);
  assert.deepEqual(ledger, { changes: 4, delivered: 3, superseded: 1, pending: 0, dead: 0 });

  // Content that was sent before has a new id, so that no receiver drops it as a repetition.
  await endpoints.disable(ref);
  world.clock.advance(1);
  await endpoints.enable(ref);
  await world.quiet();
  const ids = receiver.messages.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(told(receiver.messages[4]!), told(receiver.messages[2]!));
  assert.equal(new Set(ids).size, 5);

  // Enabling an enabled endpoint sends nothing.
  await endpoints.enable(ref);
  await world.quiet();
  assert.equal(receiver.messages.length, 5);

  await endpoints.disable(ref);
  await world.house.change(zone(0, 2300));
  await world.quiet();
  assert.equal(receiver.messages.length, 5);
  assert.equal((await world.find(id)).disabled?.why, 'developer');
});

withStore('loses no change while an endpoint is being enabled', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  const ref = { clientId: 'app', endpointId: id };
  const { endpoints } = world.events;
  for (let count = 1; count <= 10; count++) {
    await endpoints.disable(ref);
    // The change sees the endpoint as disabled, and is committed long after the request to enable it.
    const asked = Promise.withResolvers<void>();
    const changed = store.transaction('full', async (tx) => {
      await world.house.changeWithin(tx, zone(0, 2000 + count));
      asked.resolve();
      for (let turn = 0; turn < 50; turn++) await sql`SELECT 1`.execute(tx.db);
    });
    await asked.promise;
    await Promise.all([changed, endpoints.enable(ref)]);
    await world.quiet();
    assert.deepEqual(told(receiver.messages.at(-1)!), { 0: 2000 + count });
  }
});

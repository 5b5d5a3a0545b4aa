import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Clock, systemClock } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { startReceiver } from '@plenum/testbed/receiver';
import { type SqlBool, sql } from 'kysely';
import { insertEndpoint, insertWaiting } from '../delivery/delivery-rows.fixture.ts';
import { createWorld } from '../delivery/event-delivery.fixture.ts';
import { insertApp, zone } from '../delivery/house.fixture.ts';
import { readOldestDue } from '../delivery/outbox/ledger.ts';
import { withStore } from '../fixture/with-store.fixture.ts';
import type { Uplinks } from '../fleet/uplink/uplinks.ts';
import { createOutbox } from '../identity/mail/outbox.ts';
import { createMemoryBus } from '../kernel/bus/memory-bus.ts';
import type { Store } from '../kernel/database/store.ts';
import { createMetrics } from '../kernel/http/metrics.ts';
import { silent } from '../kernel/log/log.ts';
import { registerCloudMetrics } from './cloud-metrics.ts';

/** The events of a node that can decrypt every secret. */
const eventsOf = ({ db }: Store, { now }: Clock) => ({
  oldestDue: () => readOldestDue(db, { now: now(), secrets: { isUnreadable: () => sql<SqlBool>`(1 = 0)` } }),
});

/** The uplinks of a node to which nothing has happened, but with the given figures. */
const uplinksOf = (figures: Partial<Uplinks>) =>
  ({ rollbacks: () => 0, moved: () => 0, refused: () => ({ count: 0, wait: 0 }), ...figures }) as Uplinks;

withStore(
  'reports the numbers of pending and failed events, and no numbers while the store is unavailable',
  async (store) => {
    await using receiver = await startReceiver();
    const metrics = createMetrics();
    const bus = createMemoryBus({ clock: systemClock, log: silent });
    registerCloudMetrics(metrics, {
      store,
      bus,
      clock: systemClock,
      events: eventsOf(store, systemClock),
      uplinks: {
        size: () => 3,
        rollbacks: () => 0,
        moved: () => 7,
        refused: () => ({ count: 5, wait: 90_500 }),
      } as Uplinks,
    });
    const read = async () =>
      (await metrics.registry.metrics()).match(/^plenum_cloud_(bridges\w*|store_up|outbox)\b.*$/gm);
    {
      await using world = await createWorld(store, { retryPolicy: { delays: [] } });
      await world.house.snapshot(zone(0, 2000), zone(1, 2000));
      receiver.react = ({ path }) => ({ status: path === '/dead' ? 500 : 204 });
      await world.endpoint(receiver.url.replace('events', 'dead'));
      await world.house.change(zone(0, 2001), zone(1, 2001));
      await world.quiet();
      // The failing endpoint is paused, so the new event waits.
      await world.house.change(zone(1, 2002));
      assert.deepEqual(await read(), [
        'plenum_cloud_store_up 1',
        'plenum_cloud_bridges 3',
        'plenum_cloud_bridges_moved_total 7',
        'plenum_cloud_bridges_refused_total 5',
        'plenum_cloud_bridges_wait_seconds 90.5',
        'plenum_cloud_outbox{state="pending"} 1',
        'plenum_cloud_outbox{state="dead"} 1',
      ]);
    }
    await store[Symbol.asyncDispose]();
    assert.deepEqual(await read(), [
      'plenum_cloud_store_up 0',
      'plenum_cloud_bridges 3',
      'plenum_cloud_bridges_moved_total 7',
      'plenum_cloud_bridges_refused_total 5',
      'plenum_cloud_bridges_wait_seconds 90.5',
    ]);
    assert.match(await metrics.registry.metrics(), /^plenum_cloud_store_ping_seconds NaN$/im);
  },
);

it('a store that hangs delays the metrics by two seconds, and no longer', async () => {
  const clock = createFakeClock(0);
  const metrics = createMetrics();
  const hanging = new Promise<void>(() => {});
  const query = {
    innerJoin: () => query,
    select: () => query,
    where: () => query,
    executeTakeFirstOrThrow: () => hanging,
  };
  const db = { selectFrom: () => query };
  const store = { ping: () => hanging, damage: () => 0, db } as unknown as Store;
  const bus = createMemoryBus({ clock, log: silent });
  const uplinks = uplinksOf({ size: () => 3 });
  registerCloudMetrics(metrics, { store, bus, clock, uplinks, events: eventsOf(store, clock) });
  let text: string | undefined;
  const read = metrics.registry.metrics().then((all) => {
    text = all;
  });
  clock.advance(1_999);
  await turn();
  assert.equal(text, undefined);
  clock.advance(1);
  await read;
  assert.match(text!, /^plenum_cloud_store_up 0$/m);
});

withStore('reports how long the oldest e-mail has been waiting', async (store) => {
  const clock = createFakeClock(1_000_000);
  const metrics = createMetrics();
  const bus = createMemoryBus({ clock, log: silent });
  const uplinks = uplinksOf({ size: () => 0 });
  registerCloudMetrics(metrics, { store, bus, clock, uplinks, events: eventsOf(store, clock) });
  const read = async () =>
    (await metrics.registry.metrics()).match(/^plenum_cloud_mail_oldest_seconds .*$/m)?.[0];
  assert.equal(await read(), 'plenum_cloud_mail_oldest_seconds 0');
  const outbox = createOutbox(clock.now);
  await outbox.add(store.db, { kind: 'a', emailKey: 'ann@example.org', facts: {} });
  clock.advance(60_000);
  await outbox.add(store.db, { kind: 'a', emailKey: 'bob@example.org', facts: {} });
  assert.equal(await read(), 'plenum_cloud_mail_oldest_seconds 60');
  await store.db.updateTable('email_outbox').set({ due_at: null }).execute();
  assert.equal(await read(), 'plenum_cloud_mail_oldest_seconds 0', 'sent messages are not counted');
});

withStore('reports how long the oldest event has been waiting for a free node', async (store) => {
  const clock = createFakeClock(90_000);
  const metrics = createMetrics();
  const bus = createMemoryBus({ clock, log: silent });
  const uplinks = uplinksOf({ size: () => 0 });
  registerCloudMetrics(metrics, { store, bus, clock, uplinks, events: eventsOf(store, clock) });
  const read = async () =>
    (await metrics.registry.metrics()).match(/^plenum_cloud_outbox_oldest_seconds .*$/m)?.[0];
  assert.equal(await read(), 'plenum_cloud_outbox_oldest_seconds 0');
  await insertApp(store, 'app');
  await insertEndpoint(store.db, { id: 'one', client_id: 'app' });
  await insertWaiting(store.db, { endpoint_id: 'one', subject: 'a', due_at: 30_000 });
  assert.equal(await read(), 'plenum_cloud_outbox_oldest_seconds 60');
  await store[Symbol.asyncDispose]();
  assert.match((await read())!, / NaN$/i);
});

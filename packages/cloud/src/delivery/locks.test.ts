import assert from 'node:assert/strict';
import { startReceiver } from '@plenum/testbed/receiver';
import { withStore } from '../fixture/with-store.fixture.ts';
import type { Store } from '../kernel/database/store.ts';
import { defaultRetryPolicy } from './attempt/retry-policy.ts';
import { createWorld, told } from './event-delivery.fixture.ts';
import { zone } from './house.fixture.ts';

/** Opens a transaction that holds rows of an endpoint, like one that stores an update from a bridge. */
const holdRows = async ({ db }: Store, endpointId: string): Promise<AsyncDisposable> => {
  const holding = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const transaction = db.transaction().execute(async (inside) => {
    await inside
      .selectFrom('outbox')
      .select('subject')
      .where('endpoint_id', '=', endpointId)
      .forUpdate()
      .execute();
    holding.resolve();
    await over.promise;
  });
  await holding.promise;
  return {
    [Symbol.asyncDispose]: async () => {
      over.resolve();
      await transaction;
    },
  };
};

// SQLite has one writer at a time, so there are no row locks to wait for.
withStore('delivers messages to other endpoints while a transaction is open', async (store) => {
  if (store.isExclusive) return;
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  await world.quiet();
  const changing = await world.endpoint(receiver.url.replace('events', 'changing'));
  await world.endpoint(receiver.url.replace('events', 'other'));
  receiver.react = () => ({ status: 500 });
  await world.house.change(zone(0, 2001));
  await receiver.came(2);
  await world.quiet();
  receiver.react = () => ({ status: 204 });
  {
    await using _ = await holdRows(store, changing.id);
    await world.pass(6_000);
    assert.deepEqual(
      receiver.messages.slice(2).map(({ path }) => path),
      ['/other'],
    );
  }
  await world.pass(1_000);
  assert.deepEqual(
    receiver.messages.slice(2).map(({ path }) => path),
    ['/other', '/changing'],
  );
});

withStore(
  "records an endpoint's response without waiting for an open transaction that supersedes the message",
  async (store) => {
    if (store.isExclusive) return;
    await using receiver = await startReceiver();
    await using world = await createWorld(store);
    await world.house.snapshot(zone(0, 2000), zone(1, 2000));
    await world.quiet();
    const { id } = await world.endpoint(receiver.url);
    const answer = Promise.withResolvers<void>();
    receiver.react = () => ({ status: 204, after: answer.promise });
    await world.house.change(zone(0, 2001), zone(1, 2001));
    await receiver.came(1);
    {
      await using _ = await holdRows(store, id);
      answer.resolve();
      await world.quiet();
      const { ledger } = await world.find(id);
      assert.deepEqual([ledger.delivered, ledger.pending], [0, 2]);
    }
    // The transaction was rolled back, so the message is sent again under its own id.
    await world.pass(1_000);
    assert.deepEqual(receiver.messages.map(told), [
      { 0: 2001, 1: 2001 },
      { 0: 2001, 1: 2001 },
    ]);
    const ids = receiver.messages.map(({ headers }) => headers['webhook-id']);
    assert.equal(ids[0], ids[1]);
    const { ledger } = await world.find(id);
    assert.deepEqual([ledger.delivered, ledger.pending], [2, 0]);
  },
);

withStore('records the end of an outage without waiting for an open transaction', async (store) => {
  if (store.isExclusive) return;
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000), zone(1, 2000));
  await world.quiet();
  const { id } = await world.endpoint(receiver.url);
  receiver.react = () => ({ status: 500 });
  await world.house.change(zone(0, 2001));
  await world.quiet();
  for (const pause of defaultRetryPolicy.delays.slice(0, 4)) await world.pass(pause);
  assert.equal(receiver.messages.length, 5);
  // The next retry is in half an hour. A new change is sent sooner, and another transaction is open while the change
  // arrives.
  const answer = Promise.withResolvers<void>();
  receiver.react = ({ body }) => ({ status: 204, ...(body.includes('2002') && { after: answer.promise }) });
  await world.house.change(zone(1, 2002));
  world.clock.advance(defaultRetryPolicy.maxPause);
  await receiver.came(6);
  {
    await using _ = await holdRows(store, id);
    answer.resolve();
    await world.quiet();
  }
  // The transaction was rolled back.
  await world.pass(defaultRetryPolicy.delays[4]!);
  const { ledger } = await world.find(id);
  assert.deepEqual([ledger.delivered, ledger.pending], [2, 0]);
});

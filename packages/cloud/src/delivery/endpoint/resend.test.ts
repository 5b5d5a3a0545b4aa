import assert from 'node:assert/strict';
import { startReceiver } from '@plenum/testbed/receiver';
import { withStore } from '../../fixture/with-store.fixture.ts';
import { createWorld, home, told, verify, type World } from '../event-delivery.fixture.ts';
import { unlink, zone } from '../house.fixture.ts';
import { maxStoredPayload } from '../log/delivery-log.ts';

const find = async ({ events }: World, endpointId: string, number: number) => {
  const found = await events.endpoints.findDelivery({ clientId: 'app', endpointId }, number);
  return 'delivery' in found ? found.delivery : assert.fail(found.refusal.code);
};

withStore('stores an attempt with the headers and the body that were sent', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  const { id, secret } = await world.endpoint(receiver.url);
  await world.house.change(zone(0, 2100));
  await world.quiet();
  const [message] = receiver.messages;
  const { headers, payload, isPayloadWhole, subjects } = await find(world, id, 1);
  assert.equal(payload, message!.body);
  assert.equal(isPayloadWhole, true);
  assert.deepEqual(subjects, [`${home}_hvac_zone_0`]);
  verify(secret, { ...message!, headers });
  assert.equal(headers['webhook-id'], message!.headers['webhook-id']);
});

withStore('stores only the start of a long body, marked as incomplete', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  const long = { ...zone(0, 2000), datagram: { Index: 0, Temp: 2000, Name: 'é'.repeat(maxStoredPayload) } };
  await world.house.snapshot(zone(0, 1900));
  const { id } = await world.endpoint(receiver.url);
  await world.house.change(long);
  await world.quiet();
  const { payload, isPayloadWhole, bytes } = await find(world, id, 1);
  assert.equal(payload!.length, maxStoredPayload);
  assert.ok(receiver.messages[0]!.body.startsWith(payload!));
  assert.equal(bytes, Buffer.byteLength(receiver.messages[0]!.body));
  assert.equal(isPayloadWhole, false);
});

withStore(
  'resends a message immediately and unchanged if the message is waiting for a retry',
  async (store) => {
    await using receiver = await startReceiver();
    await using world = await createWorld(store);
    await world.house.snapshot(zone(0, 2000));
    const { id } = await world.endpoint(receiver.url);
    const ref = { clientId: 'app', endpointId: id };
    receiver.react = (_, count) => ({ status: count === 1 ? 500 : 204 });
    await world.house.change(zone(0, 2100));
    await world.quiet();
    assert.deepEqual(await world.events.endpoints.resend(ref, 1), { resent: 'same-message' });
    await world.quiet();
    const ids = receiver.messages.map(({ headers }) => headers['webhook-id']);
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
    assert.equal((await find(world, id, 2)).attempt, 2);
    const { ledger } = await world.find(id);
    assert.deepEqual(ledger, { changes: 1, delivered: 1, superseded: 0, pending: 0, dead: 0 });
  },
);

withStore('restarts the full retry schedule of a dead letter that is resent from the log', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store, { retryPolicy: { delays: [1_000] } });
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  receiver.react = () => ({ status: 500 });
  await world.house.change(zone(0, 2100));
  await world.quiet();
  await world.pass(10 * 60_000);
  assert.equal((await find(world, id, 2)).verdict, 'dead');
  assert.deepEqual(await world.events.endpoints.resend({ clientId: 'app', endpointId: id }, 2), {
    resent: 'same-message',
  });
  await world.quiet();
  const { verdict, attempt } = await find(world, id, 3);
  assert.deepEqual({ verdict, attempt }, { verdict: 'retry', attempt: 1 });
});

withStore(
  'resends a delivered subject in a new message with its current state, and counts this as a change',
  async (store) => {
    await using receiver = await startReceiver();
    await using world = await createWorld(store);
    await world.house.snapshot(zone(0, 2000), zone(1, 2000));
    const { id } = await world.endpoint(receiver.url);
    const ref = { clientId: 'app', endpointId: id };
    await world.house.change(zone(0, 2100), zone(1, 2100));
    await world.quiet();
    await world.house.change(zone(0, 2200));
    await world.quiet();
    world.clock.advance(1);
    assert.deepEqual(await world.events.endpoints.resend(ref, 1), { resent: 'new-message' });
    await world.quiet();
    assert.deepEqual(receiver.messages.map(told).at(-1), { 0: 2200, 1: 2100 });
    const ids = new Set(receiver.messages.map(({ headers }) => headers['webhook-id']));
    assert.equal(ids.size, 3);
    const { ledger } = await world.find(id);
    assert.deepEqual(ledger, { changes: 5, delivered: 5, superseded: 0, pending: 0, dead: 0 });
  },
);

withStore('keeps the kind of a Sync and of a test when they are resent', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  const { id } = await world.endpoint(receiver.url);
  const ref = { clientId: 'app', endpointId: id };
  await world.house.snapshot(zone(0, 2000));
  await world.quiet();
  await world.events.endpoints.sendTest(ref);
  await world.quiet();
  const before = receiver.messages.length;
  const listed = await world.events.endpoints.listDeliveries(ref);
  assert.ok('deliveries' in listed);
  for (const kind of ['sync', 'test'] as const) {
    const { number } = listed.deliveries.find((one) => one.kind === kind)!;
    world.clock.advance(1);
    await world.events.endpoints.resend(ref, number);
    await world.quiet();
  }
  assert.deepEqual(receiver.messages.slice(before).map(told), [{ Sync: 'ann' }, {}]);
});

withStore('resends nothing about an account that withdrew its consent', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await world.house.snapshot(zone(0, 2000));
  const { id } = await world.endpoint(receiver.url);
  await world.house.change(zone(0, 2100));
  await world.quiet();
  const before = receiver.messages.length;
  await unlink(store, { accountId: 'ann', clientId: 'app' });
  await world.events.endpoints.resend({ clientId: 'app', endpointId: id }, 1);
  await world.quiet();
  assert.equal(receiver.messages.length, before);
  assert.equal((await world.find(id)).ledger.pending, 0);
});

withStore(
  'finds an attempt only through its own app and endpoint, and only while it is stored',
  async (store) => {
    await using receiver = await startReceiver();
    await using world = await createWorld(store);
    const { id } = await world.endpoint(receiver.url);
    const ref = { clientId: 'app', endpointId: id };
    const { findDelivery, resend, sendTest, disable } = world.events.endpoints;
    await sendTest(ref);
    await world.quiet();
    const codeOf = (result: object) =>
      'refusal' in result ? (result.refusal as { code: string }).code : 'done';
    for (const act of [findDelivery, resend]) {
      assert.equal(codeOf(await act({ ...ref, clientId: 'other' }, 1)), 'no-such-endpoint');
      assert.equal(codeOf(await act(ref, 2)), 'no-such-delivery');
    }
    await disable(ref);
    assert.equal(codeOf(await resend(ref, 1)), 'endpoint-disabled');
    assert.equal(codeOf(await findDelivery(ref, 1)), 'done');
  },
);

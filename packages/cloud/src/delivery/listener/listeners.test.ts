import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { systemClock } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { cloudLimits, type ListenedMessage } from '@plenum/protocol/cloud';
import { listen } from '@plenum/testbed/listen';
import { startReceiver } from '@plenum/testbed/receiver';
import { until } from '@plenum/testbed/until';
import { WebSocket, WebSocketServer } from 'ws';
import { onEachStore, withStore } from '../../fixture/with-store.fixture.ts';
import { createMemoryBus } from '../../kernel/bus/memory-bus.ts';
import { openStore, type Store } from '../../kernel/database/store.ts';
import { silent } from '../../kernel/log/log.ts';
import { createWorld, told, verify } from '../event-delivery.fixture.ts';
import type { EventDelivery } from '../event-delivery.ts';
import { zone } from '../house.fixture.ts';
import type { Listeners } from './listeners.ts';

const right = { keyHash: 'hash', accountId: null, grantId: null };

const allowKeys = (store: Store) =>
  store.db.updateTable('app').set({ secret_hash: 'hash' }).where('client_id', '=', 'app').execute();

interface ConnectOptions {
  readonly name?: string;
  readonly types?: readonly ('component' | 'sync')[];
  readonly answers?: boolean;
  readonly status?: number;
}

/** Opens a listener at one node, and connects it to another over a real WebSocket. */
const connect = async (
  listening: Listeners,
  { name = 'laptop', types, answers = true, status = 204 }: ConnectOptions = {},
) => {
  const opened = await listening.open({ clientId: 'app', right, name, types });
  if ('refusal' in opened) throw new Error(opened.refusal.code);
  const entered = (await listening.enter(opened.ticket))!;
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => listening.serve(socket, entered));
  const { port } = await listen(server);
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  const messages: ListenedMessage[] = [];
  const client = {
    ...opened,
    messages,
    socket,
    /** Answers each message; false leaves it unanswered. */
    answers,
    status,
    answer: ({ number }: ListenedMessage) =>
      socket.send(JSON.stringify({ number, latency: 1, status: client.status, answer: '' })),
    told: () => messages.map(({ body }) => told({ body, headers: {}, path: '' })),
    closed: new Promise<number>((resolve) => socket.on('close', resolve)),
    [Symbol.asyncDispose]: async () => {
      socket.terminate();
      await client.closed;
      sockets.close();
      server.close();
    },
  };
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ListenedMessage;
    messages.push(message);
    if (client.answers) client.answer(message);
  });
  await new Promise((resolve) => socket.on('open', resolve));
  return client;
};

withStore('sends a listener the latest state, then each change, as signed messages', async (store) => {
  await using world = await createWorld(store);
  await allowKeys(store);
  await world.house.snapshot(zone(0, 2000), zone(1, 2100));
  await using laptop = await connect(world.events.listening);
  await until('the first state came', async () => laptop.messages.length === 2);
  assert.deepEqual(
    new Set(laptop.told().map((one) => JSON.stringify(one))),
    new Set(['{"Sync":"ann"}', '{"0":2000,"1":2100}']),
  );
  await world.house.change(zone(0, 2050));
  await until('the change came', async () => laptop.messages.length === 3);
  assert.deepEqual(laptop.told().at(-1), { 0: 2050 });
  for (const { headers, body } of laptop.messages)
    assert.equal(
      (verify(laptop.secret, { headers, body, path: '' }) as { requestId: string }).requestId,
      headers['webhook-id'],
    );
});

withStore('sends a listener that returns everything once, in its latest state', async (store) => {
  await using world = await createWorld(store);
  await allowKeys(store);
  await world.house.snapshot(zone(0, 2000), zone(1, 2100));
  const first = await connect(world.events.listening);
  await until('the first state came', async () => first.messages.length === 2);
  await first[Symbol.asyncDispose]();
  const row = () => store.db.selectFrom('endpoint').select('disabled_at').executeTakeFirst();
  await until('it is disconnected', async () => (await row())?.disabled_at !== null);
  const since = (await row())!.disabled_at;
  for (const temperature of [2010, 2020, 2030]) await world.house.change(zone(0, temperature));
  // A disconnected listener costs nothing.
  assert.equal((await store.db.selectFrom('outbox').select('subject').execute()).length, 0);
  await using again = await connect(world.events.listening);
  assert.deepEqual([again.secret, again.missedSince], [first.secret, since]);
  await until('the latest state came', async () => again.messages.length === 2);
  assert.ok(again.told().some((one) => JSON.stringify(one) === '{"0":2030,"1":2100}'));
});

withStore('receives only the chosen kind of event', async (store) => {
  await using world = await createWorld(store);
  await allowKeys(store);
  await world.house.snapshot(zone(0, 2000));
  await using laptop = await connect(world.events.listening, { types: ['sync'] });
  await until('the Sync came', async () => laptop.messages.length === 1);
  await world.house.change(zone(0, 2050));
  await world.house.snapshot(zone(0, 2050), zone(1, 2100));
  await until('another Sync came', async () => laptop.messages.length === 2);
  assert.deepEqual(laptop.told(), [{ Sync: 'ann' }, { Sync: 'ann' }]);
});

withStore('a listener that does not answer delays no endpoint and no other listener', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await allowKeys(store);
  await world.house.snapshot(zone(0, 2000));
  await using slow = await connect(world.events.listening, { name: 'slow', answers: false });
  await using quick = await connect(world.events.listening, { name: 'quick' });
  await world.endpoint(receiver.url);
  for (const temperature of [2010, 2020, 2030]) {
    await world.house.change(zone(0, temperature));
    await until('the endpoint has it', async () =>
      receiver.messages.some((message) => JSON.stringify(told(message)) === `{"0":${temperature}}`),
    );
    await until('the quick listener has it', async () =>
      quick.told().some((one) => JSON.stringify(one) === `{"0":${temperature}}`),
    );
  }
  assert.ok(slow.messages.length <= 1);
});

withStore('retries a message that the local endpoint refused, and records each attempt', async (store) => {
  await using world = await createWorld(store);
  await allowKeys(store);
  await world.house.snapshot(zone(0, 2000));
  await using laptop = await connect(world.events.listening, { types: ['component'] });
  await until('the state came', async () => laptop.messages.length === 1);
  laptop.status = 500;
  await world.house.change(zone(0, 2050));
  await until('the change came', async () => laptop.messages.length === 2);
  const attempts = () =>
    store.db.selectFrom('delivery').select(['verdict', 'status']).orderBy('number').execute();
  await until('it is recorded', async () => (await attempts()).length === 2);
  laptop.status = 204;
  // The pause of a listener is short, and the first delay of a message is 5 s.
  world.clock.advance(6_000);
  await until('it came again', async () => {
    world.events.listening.wake([laptop.endpointId]);
    return laptop.messages.length === 3;
  });
  assert.equal(laptop.messages[2]!.headers['webhook-id'], laptop.messages[1]!.headers['webhook-id']);
  await until('it is delivered', async () => (await attempts()).length === 3);
  assert.deepEqual(await attempts(), [
    { verdict: 'delivered', status: 204 },
    { verdict: 'retry', status: 500 },
    { verdict: 'delivered', status: 204 },
  ]);
});

withStore(
  'ends a listener whose local endpoint answers 410, and enables it when it returns',
  async (store) => {
    await using world = await createWorld(store);
    await allowKeys(store);
    await world.house.snapshot(zone(0, 2000));
    {
      await using laptop = await connect(world.events.listening, { types: ['component'], status: 410 });
      assert.equal(await laptop.closed, 4003);
    }
    await using again = await connect(world.events.listening, { types: ['component'] });
    await until('the state came', async () => again.messages.length === 1);
  },
);

withStore('sends a message of the log of an endpoint to a listener again', async (store) => {
  await using receiver = await startReceiver();
  await using world = await createWorld(store);
  await allowKeys(store);
  await world.house.snapshot(zone(0, 2000), zone(1, 2100));
  await world.endpoint(receiver.url);
  await world.house.change(zone(0, 2050));
  await receiver.came(1);
  await world.quiet();
  const messageId = String(receiver.messages[0]!.headers['webhook-id']);
  const ask = (more: object = {}) =>
    world.events.listening.resend({ clientId: 'app', name: 'laptop', messageId, ...more });
  const codeOf = (result: Awaited<ReturnType<typeof ask>>) =>
    'refusal' in result ? result.refusal.code : result;
  assert.equal(codeOf(await ask()), 'no-such-listener');
  await using laptop = await connect(world.events.listening, { types: ['component'] });
  await until('the state came', async () => laptop.messages.length === 1);
  assert.equal(codeOf(await ask({ messageId: 'unknown' })), 'no-such-message');
  assert.equal(codeOf(await ask({ clientId: 'other' })), 'no-such-listener');
  await world.house.change(zone(0, 2060));
  await until('the change came', async () => laptop.messages.length === 2);
  assert.deepEqual(await ask(), { resent: 1, connected: true });
  await until('it came again', async () => laptop.messages.length === 3);
  assert.deepEqual(laptop.told().at(-1), { 0: 2060 });
});

withStore('deletes a listener 24 hours after its last connection, and not before', async (store) => {
  const clock = createFakeClock(Date.now());
  await using world = await createWorld(store, { clock });
  await allowKeys(store);
  await world.house.snapshot(zone(0, 2000));
  const laptop = await connect(world.events.listening);
  const listed = async () => (await world.events.listening.list('app')).map(({ connected }) => connected);
  // Its node records that it is connected before it looks for those that are not.
  await store.db.updateTable('listener').set({ seen_at: 0 }).execute();
  clock.advance(30_000);
  await until('it is still connected', async () => (await listed())[0] === true);
  await laptop[Symbol.asyncDispose]();
  await until('it is disconnected', async () => (await listed())[0] === false);
  clock.advance(cloudLimits.keepListener - 60_000);
  assert.deepEqual(await listed(), [false]);
  clock.advance(120_000);
  await until('it is deleted', async () => (await listed()).length === 0);
  assert.equal((await store.db.selectFrom('outbox').select('subject').execute()).length, 0);
});

onEachStore('a listener of a cloud with several nodes', (engine) => {
  it('moves to another node, which ends the older connection, and misses nothing', {
    skip: engine.name === 'sqlite' ? 'only nodes on PostgreSQL share a store' : false,
  }, async () => {
    await using where = await engine.createPlace();
    await using store = await openStore(where.place);
    await using other = await openStore(where.place);
    const bus = createMemoryBus({ clock: systemClock, log: silent });
    await using world = await createWorld(store, { bus, clock: systemClock });
    const startOther = (of: Store): Promise<EventDelivery> => world.startNode({ store: of, bus });
    await using second = await startOther(other);
    await allowKeys(store);
    await world.house.snapshot(zone(0, 2000));
    await using first = await connect(world.events.listening, { types: ['component'] });
    await until('the state came', async () => first.messages.length === 1);
    // The laptop stops answering in the middle of a message, and returns to another node.
    first.answers = false;
    await world.house.change(zone(0, 2050));
    await until('the change came', async () => first.messages.length === 2);
    await using moved = await connect(second.listening, { types: ['component'] });
    assert.equal(await first.closed, 4000);
    await until('the change came there', async () => moved.messages.length > 0);
    assert.deepEqual(moved.told().at(-1), { 0: 2050 });
    // Changes that one node stores come through the connection to the other.
    await world.house.change(zone(0, 2060));
    await until('the next change came', async () =>
      moved.told().some((one) => JSON.stringify(one) === '{"0":2060}'),
    );
    // The node of the listener stops, and the laptop returns to the one that is left.
    await second[Symbol.asyncDispose]();
    assert.equal(await moved.closed, 1001);
    await world.house.change(zone(0, 2070));
    await using last = await connect(world.events.listening, { types: ['component'] });
    assert.equal(last.secret, first.secret);
    await until('the latest state came', async () => last.messages.length === 1);
    assert.deepEqual(last.told(), [{ 0: 2070 }]);
  });
});

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';

import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/platform/fake-clock';

import { createDataFolder } from '@plenum/testbed/data-folder';
import type { WebSocket } from 'ws';
import { createMemoryBus } from '../../kernel/bus/memory-bus.ts';
import { openStore } from '../../kernel/database/store.ts';
import { type Log, silent } from '../../kernel/log/log.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import { home, none, pairAndConnect } from '../component/bridge.fixture.ts';
import { snapshotOf } from './bridge.fixture.ts';
import { createBridgeSockets } from './bridge-sockets.ts';
import { change } from './paired-node.fixture.ts';

/** Creates a socket whose peer has left the given number of bytes unread, and records the calls to the socket. */
const createSocket = (bufferedAmount = 0) => {
  const acts: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    isPaused: false,
    bufferedAmount,
    send: (text: string) => {
      const { type, reason } = JSON.parse(text) as { type: string; reason?: string };
      acts.push(`sent ${reason ?? type}`);
    },
    terminate: () => void acts.push('terminated'),
    close: (code: number) => void acts.push(`closed ${code}`),
    pause: () => {
      if (!socket.isPaused) acts.push('paused');
      socket.isPaused = true;
    },
    resume: () => {
      acts.push('resumed');
      socket.isPaused = false;
    },
  });
  return { socket, acts };
};

/** Starts a node with one paired bridge, and records its calls to sockets. */
const startServing = async () => {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  const store = stack.use(await openStore({ dataDir: folder.path }));
  await insertAccount(store, 'ann');
  const paired = await pairAndConnect(store, home, 'ann');
  const bridge = { systemId: home, accountId: 'ann', epoch: paired.epoch() };
  const clock = createFakeClock(1_000);
  const bus = stack.use(createMemoryBus({ clock, log: silent }));
  const events: string[] = [];
  const call = (what: string) => () => void events.push(what);
  const registry = {
    add: call('added'),
    announce: async () => void events.push('announced'),
    remove: async () => void events.push('removed'),
  };
  let wait = 0;
  const spent: unknown[] = [];
  const quotas = {
    spend: (...of: unknown[]) => {
      spent.push(of);
      return wait;
    },
    events: { wait: () => 0, spend: () => 0 },
  };
  const log: Log = { ...silent, error: (_, sentence) => void events.push(sentence) };
  const about = { store, bus, listeners: none, registry, quotas, clock, log };
  const serving = createBridgeSockets({ ...about, elapsed: clock.now });
  return {
    store,
    bus,
    clock,
    bridge,
    serving,
    events,
    spent,
    setWait: (value: number) => {
      wait = value;
    },
    open: (bufferedAmount?: number) => {
      const { socket, acts } = createSocket(bufferedAmount);
      serving.serve(socket as unknown as WebSocket, bridge, {
        end: call('slot ended'),
        received: call('received'),
      });
      return {
        socket,
        acts,
        receive: (frame: object) => void socket.emit('message', Buffer.from(JSON.stringify(frame)), false),
      };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await turn();
};

test('disconnects a bridge that leaves more than 524,288 bytes unread', async () => {
  await using node = await startServing();
  for (const [unread, act] of [
    [524_288, 'sent malformed'],
    [524_289, 'terminated'],
  ] as const) {
    const { socket, acts } = node.open(unread);
    socket.emit('message', Buffer.from([1]), true);
    assert.equal(acts[0], act);
    socket.emit('close');
  }
  await node.serving.allEnded();
});

test("frees a bridge's slot and announces the bridge once its snapshot is stored", async () => {
  await using node = await startServing();
  const { socket, acts, receive } = node.open();
  receive(snapshotOf(home));
  await until(() => acts.length > 0);
  assert.deepEqual(node.events, ['added', 'received', 'slot ended', 'announced']);
  assert.deepEqual(acts, ['sent ack']);
  assert.deepEqual(node.spent, [[node.bridge, JSON.stringify(snapshotOf(home)).length]]);
  socket.emit('error', new Error('reset'));
  node.clock.advance(7);
  socket.emit('close');
  await node.serving.allEnded();
  assert.deepEqual(node.events.slice(4), ['removed']);
  const row = node.store.db.selectFrom('bridge').select(['connected_node', 'last_seen']);
  assert.deepEqual(await row.execute(), [{ connected_node: null, last_seen: 1_007 }]);
});

test('disconnects a bridge that does not answer the closing handshake within a second', async () => {
  await using node = await startServing();
  const { socket, acts } = node.open();
  socket.emit('message', Buffer.from([1]), true);
  assert.deepEqual(acts, ['sent malformed', 'closed 1000']);
  assert.deepEqual(node.events.slice(-2), ['slot ended', 'removed']);
  node.clock.advance(999);
  assert.equal(acts.length, 2);
  node.clock.advance(1);
  assert.deepEqual(acts.slice(2), ['terminated']);
  socket.emit('close');
  await node.serving.allEnded();
});

test('stops reading from a bridge over its quota, and waits longer if another frame arrives', async () => {
  await using node = await startServing();
  const { socket, acts, receive } = node.open();
  receive(snapshotOf(home));
  await until(() => acts.includes('sent ack'));
  acts.length = 0;
  node.setWait(100);
  receive({ type: 'ping', n: 2 });
  assert.deepEqual(acts, ['paused']);
  await until(() => acts.includes('sent ack'));
  node.clock.advance(60);
  receive({ type: 'ping', n: 3 });
  await until(() => acts.filter((act) => act === 'sent ack').length === 2);
  node.clock.advance(99);
  assert.ok(!acts.includes('resumed'));
  node.clock.advance(1);
  assert.equal(acts.at(-1), 'resumed');
  receive({ type: 'ping', n: 4 });
  socket.emit('close');
  acts.length = 0;
  node.clock.advance(100);
  assert.deepEqual(acts, [], 'a closed socket is not resumed');
  await node.serving.allEnded();
});

test('stops reading from a bridge that outpaces the store, until storing has caught up', async () => {
  await using node = await startServing();
  const { socket, acts, receive } = node.open();
  receive(snapshotOf(home));
  for (let n = 2; n <= 8; n++) receive({ type: 'ping', n });
  assert.deepEqual(acts, [], 'seven sockets are paused');
  receive({ type: 'ping', n: 9 });
  assert.deepEqual(acts, ['paused']);
  await until(() => acts.filter((act) => act === 'sent ack').length === 9);
  assert.deepEqual(
    acts.filter((act) => act !== 'sent ack'),
    ['paused', 'resumed'],
  );
  node.setWait(100);
  receive({ type: 'ping', n: 10 });
  node.setWait(0);
  for (let n = 11; n <= 19; n++) receive({ type: 'ping', n });
  node.clock.advance(100);
  assert.equal(acts.at(-1), 'paused', 'its pause has ended, but it still has a backlog');
  socket.emit('close');
  await node.serving.allEnded();
});

test('notifies clients watching an account of the changes that its bridge makes', async () => {
  await using node = await startServing();
  const published: unknown[] = [];
  await node.bus.subscribe('account.ann.changed', (message) => void published.push(message));
  const { socket, acts, receive } = node.open();
  receive(snapshotOf(home));
  await until(() => acts.length === 1);
  await turn();
  assert.deepEqual(published, [{ systemId: home }]);
  receive(change(2, 0));
  await until(() => acts.length === 2);
  await turn();
  assert.equal(published.length, 1);
  socket.emit('close');
  await node.serving.allEnded();
});

test("logs a failure to store a bridge's data or the end of its connection", async () => {
  await using node = await startServing();
  const { socket, acts, receive } = node.open();
  await node.store.db.schema.alterTable('bridge').renameTo('lost').execute();
  receive(snapshotOf(home));
  await until(() => acts.length === 2);
  assert.deepEqual(acts, ['sent failed', 'closed 1000']);
  socket.emit('close');
  await node.serving.allEnded();
  assert.deepEqual(
    node.events.filter((event) => event.includes('stored')),
    ['a message from a bridge could not be stored', 'the end of a connection could not be stored'],
  );
});

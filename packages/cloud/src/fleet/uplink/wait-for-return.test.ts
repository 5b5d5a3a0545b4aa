import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { maxClockDifference } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { until } from '@plenum/testbed/until';
import { createMemoryBus } from '../../kernel/bus/memory-bus.ts';
import { openStore } from '../../kernel/database/store.ts';
import { silent } from '../../kernel/log/log.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import { recordDisconnect } from '../bridge/connection-record.ts';
import { home, pairAndConnect } from '../component/bridge.fixture.ts';
import type { BridgeReply } from '../controls/bridge-reply.ts';
import { snapshotOf } from './bridge.fixture.ts';
import { presenceSubject } from './bus-subjects.ts';
import { startPaired } from './paired-node.fixture.ts';
import { createWaitForReturn, expectedBack } from './wait-for-return.ts';

test('a control for a bridge that has just disconnected is sent when the bridge is back', async () => {
  await using node = await startPaired();
  const first = await node.open();
  first.cut();
  await until('the end is stored', async () => node.uplinks.size() === 0);
  const done = node.control({ SysOn: 1 });
  const second = await node.bridge.connect(node.url);
  second.send(snapshotOf(node.bridge.systemId));
  const control = await second.nextOf('control');
  assert.deepEqual(control.command, { SysOn: 1 });
  second.send({ type: 'result', n: 2, id: control.id });
  assert.deepEqual(await done, { answer: 'done' });
});

/**
 * Starts with a bridge that left at time 0. Each attempt gets the next one of `replies`; later attempts get `absent`.
 */
const start = async (...replies: BridgeReply['answer'][]) => {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  const store = stack.use(await openStore({ dataDir: folder.path }));
  const clock = createFakeClock(0);
  const bus = stack.use(createMemoryBus({ clock, log: silent }));
  await insertAccount(store, 'ann');
  const bridge = await pairAndConnect(store, home, 'ann');
  await recordDisconnect(store.db, { systemId: home, epoch: bridge.epoch(), now: 0 });
  const stop = new AbortController();
  const wait = createWaitForReturn({ store, bus, clock, stopping: stop.signal });
  let sent = 0;
  const hangUp = new AbortController();
  const request = {
    systemId: home,
    signal: hangUp.signal,
    send: async () => {
      sent++;
      return { answer: replies.shift() ?? 'absent' } as BridgeReply;
    },
  };
  return {
    clock,
    hangUp,
    stop,
    sent: () => sent,
    hold: (deadline: number) => wait({ ...request, deadline }),
    /** Resolves when a held request has been sent `count` times. */
    attempts: (count: number) => until('it is sent', async () => sent === count),
    announce: () => bus.publish(presenceSubject(home), {}),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

test('sends a request again whenever its bridge comes or goes, until the reply is final', async () => {
  await using world = await start('absent', 'absent', 'done');
  const reply = world.hold(10_000);
  await world.attempts(1);
  world.announce();
  await world.attempts(2);
  world.announce();
  assert.deepEqual(await reply, { answer: 'done' });
  world.announce();
  await turn();
  assert.equal(world.sent(), 3);
});

test('a request is held until its deadline, and no longer', async () => {
  await using world = await start();
  let reply: BridgeReply | undefined;
  const held = world.hold(8_000).then((given) => {
    reply = given;
  });
  await world.attempts(1);
  world.clock.advance(7_999);
  await turn();
  assert.equal(reply, undefined);
  world.clock.advance(1);
  await held;
  assert.deepEqual(reply, { answer: 'absent' });
  assert.equal(world.clock.timers(), 0);
});

test('a bridge is expected back for ten seconds after it left', async () => {
  await using world = await start('done');
  world.clock.advance(expectedBack);
  assert.deepEqual(await world.hold(30_000), { answer: 'absent' });
  assert.equal(world.sent(), 0);
  world.clock.set(expectedBack - 1);
  assert.deepEqual(await world.hold(30_000), { answer: 'done' });
});

test('a bridge that left before the clock of the machine went back is not expected back', async () => {
  await using world = await start('done');
  world.clock.set(-maxClockDifference - 1);
  assert.deepEqual(await world.hold(30_000), { answer: 'absent' });
  assert.equal(world.sent(), 0);
  world.clock.set(-maxClockDifference);
  assert.deepEqual(await world.hold(30_000), { answer: 'done' });
});

test('a held request is dropped when its client hangs up', async () => {
  await using world = await start();
  const reply = world.hold(8_000);
  await world.attempts(1);
  world.hangUp.abort();
  assert.deepEqual(await reply, { answer: 'dropped' });
});

test('a held request ends when the only node stops, and later ones are not held', async () => {
  await using world = await start();
  const reply = world.hold(8_000);
  await world.attempts(1);
  world.stop.abort();
  assert.deepEqual(await reply, { answer: 'absent' });
  assert.deepEqual(await world.hold(8_000), { answer: 'absent' });
  assert.equal(world.sent(), 1);
});

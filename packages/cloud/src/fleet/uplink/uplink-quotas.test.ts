import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { limits } from '@plenum/protocol/cloud';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { toAccountLimits } from '../../kernel/quota/account-limits.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import { createScriptedBridge, type ScriptedConnection, snapshotOf } from './bridge.fixture.ts';
import { type NodeConfig, startNode } from './node.fixture.ts';
import { createUplinkQuotas } from './uplink-quotas.ts';

const idOf = (n: number) => String(n).padStart(9, '0');

/** Starts a node whose timers only the test advances, with accounts that pair bridges. */
const start = async (config: Partial<NodeConfig> = {}) => {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  const timers = createFakeClock(Date.now());
  const node = stack.use(await startNode({ place: { dataDir: folder.path }, clock: timers, ...config }));
  for (const accountId of ['ann', 'bob']) await insertAccount(node.cloud.store, accountId);
  const pair = async (accountId: string, n: number) => {
    const bridge = await createScriptedBridge(idOf(n));
    assert.equal((await bridge.pair(node.url, accountId)).status, 200);
    // Marked as having connected before, because an account may pair only a few bridges that never connected.
    await node.cloud.store.db.updateTable('bridge').set({ last_seen: 1 }).execute();
    return bridge;
  };
  /** Connects a bridge and sends its snapshot. */
  const enter = async (accountId: string, n: number) => {
    const bridge = await pair(accountId, n);
    const connection = await bridge.connect(node.url);
    connection.send(snapshotOf(bridge.systemId));
    assert.deepEqual(await connection.next(), { type: 'ack', n: 1 });
    return connection;
  };
  return { ...node, timers, pair, enter, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

test('admits other bridges while bridges of one account connect and send nothing', async () => {
  await using node = await start();
  // More than a node admits at a time.
  const bridges: Awaited<ReturnType<typeof node.pair>>[] = [];
  while (bridges.length < 66) bridges.push(await node.pair('ann', bridges.length));
  let opened = 0;
  let wake = () => {};
  const untilOpened = async (count: number) => {
    while (opened < count)
      await new Promise<void>((done) => {
        wake = done;
      });
  };
  for (const bridge of bridges)
    bridge.connect(node.url).then(
      () => {
        opened++;
        wake();
      },
      () => {},
    );
  await untilOpened(8);
  const honest = await node.enter('bob', 100);
  assert.equal(node.uplinks.size(), 9, 'eight of the first account, and the one of the other');

  // Their slots timed out unused, so from now on the bridges of the account enter one at a time.
  node.timers.advance(2_000);
  await untilOpened(9);
  await node.enter('bob', 101);
  assert.equal(opened, 9);
  node.timers.advance(2_000);
  await untilOpened(10);
  await node.enter('bob', 102);
  assert.equal(opened, 10);
  assert.ok(honest.isOpen());
});

/** Sends pings in batches, starting with the number `from`, and reads their acknowledgements. */
const ping = async (connection: ScriptedConnection, from: number, count: number) => {
  for (let first = from; first < from + count; first += 20) {
    const numbers = Array.from({ length: Math.min(20, from + count - first) }, (_, n) => first + n);
    for (const n of numbers) connection.send({ type: 'ping', n });
    for (const n of numbers) assert.deepEqual(await connection.next(), { type: 'ack', n });
  }
};

/** Sends one more ping. Returns true if it is acknowledged before two pings of another bridge. */
const isReadNow = async (
  connection: ScriptedConnection,
  n: number,
  other: ScriptedConnection,
  from: number,
) => {
  let isRead = false;
  connection.send({ type: 'ping', n });
  const acknowledged = connection.next().then((frame) => {
    isRead = true;
    assert.deepEqual(frame, { type: 'ack', n });
  });
  await ping(other, from, 2);
  return { isRead, acknowledged };
};

test("delays frames that exceed a bridge's quota, and loses none of them", async () => {
  await using node = await start();
  const [greedy, honest] = [await node.enter('ann', 1), await node.enter('bob', 2)];
  const { burst } = limits.bridgeFrames;
  await ping(greedy, 2, burst - 1);
  assert.equal(
    (await isReadNow(greedy, burst + 1, honest, 2)).isRead,
    true,
    'the one that exceeds the quota',
  );
  const held = await isReadNow(greedy, burst + 2, honest, 4);
  assert.equal(held.isRead, false);
  node.timers.advance(9);
  await ping(honest, 6, 2);
  node.timers.advance(1);
  await held.acknowledged;
  node.timers.advance(10);
});

test('shares one quota among an account’s bridges, and admits none while it is used up', async () => {
  const accountLimits = { ...toAccountLimits(1), maxBridges: 5 };
  await using node = await start({ accountLimits });
  const bridges = [await node.enter('ann', 1), await node.enter('ann', 2)] as const;
  const honest = await node.enter('bob', 3);
  const third = await node.pair('ann', 4);
  const { burst } = accountLimits.frames;
  await ping(bridges[0], 2, burst - 2);
  const overdrawing = await isReadNow(bridges[0], burst, honest, 2);
  await overdrawing.acknowledged;
  await assert.rejects(third.connect(node.url), { message: '503 busy' });
  await ping(honest, 4, 20);
  // One frame of each bridge gets through before its socket is paused.
  await ping(bridges[1], 2, 1);
  const held = await isReadNow(bridges[1], 3, honest, 24);
  assert.equal(held.isRead, false);
  node.timers.advance(1_000);
  await held.acknowledged;
  await third.connect(node.url);
});

test('delays updates of an account beyond its event quota, but not those of others', async () => {
  const accountLimits = toAccountLimits(1);
  const { rate, burst } = accountLimits.events;
  const queued = async () => [burst + rate];
  await using node = await start({
    accountLimits,
    listeners: { componentsChanged: [queued], ownershipChanged: [] },
  });
  const greedy = await node.enter('ann', 1);
  const components = [{ kind: 'zone', index: 1, datagram: { Index: 1 } }] as const;
  greedy.send({ type: 'change', n: 2, at: 0, components, removed: [] });
  const acknowledged = greedy.next();
  const honest = await node.enter('bob', 2);
  await ping(honest, 2, 20);
  const early = await Promise.race([acknowledged, ping(honest, 22, 1).then(() => 'not yet')]);
  assert.equal(early, 'not yet');
  node.timers.advance(1_000);
  assert.deepEqual(await acknowledged, { type: 'ack', n: 2 });
});

test('refuses an account’s bridges that ask too often before verifying, and admits others', async () => {
  const accountLimits = { ...toAccountLimits(1), maxBridges: 5 };
  await using node = await start({ accountLimits });
  const bridge = await node.pair('ann', 1);
  const second = await node.pair('ann', 2);
  const connect = async (from = bridge) => (await from.connect(node.url)).cut();
  // Five at once, one more that overdraws the budget, and then one every five seconds.
  for (let n = 0; n < 6; n++) await connect();
  await assert.rejects(connect(), { message: '503 busy' });
  await assert.rejects(connect(second), { message: '503 busy' });
  const stranger = await createScriptedBridge(bridge.systemId);
  await assert.rejects(stranger.connect(node.url), { message: '403 not-paired' });
  await node.enter('bob', 3);
  node.timers.advance(5_000);
  await connect();
});

test('counts bytes towards the quotas of the bridge and of its account, like frames', () => {
  const clock = createFakeClock();
  const quotas = createUplinkQuotas(toAccountLimits(10), clock);
  const [first, second] = ['000000001', '000000002'].map((systemId) => ({ systemId, accountId: 'ann' }));
  const other = { systemId: '000000003', accountId: 'bob' };
  assert.equal(quotas.spend(first!, limits.bridgeBytes.burst), 0);
  assert.equal(quotas.wait(second!), 0);
  // With 10 bridges, the account may send 163,840 bytes per second on average, and at most 1,638,400 at once. The first
  // bridge has used 1,048,576 of them, so 589,824 are left.
  assert.equal(quotas.spend(second!, 589_824), 0);
  assert.equal(quotas.spend(second!, 163_840), 1_000);
  assert.equal(quotas.wait(first!), 1_000);
  assert.equal(quotas.spend(first!, 262_144), 2_600, 'the account waits 1 s, longer than its bridge');
  assert.equal(quotas.wait(other), 0);
  clock.advance(2_600);
  assert.equal(quotas.wait(first!), 0);
  quotas[Symbol.dispose]();
});

test('counts frames towards the account’s quota and towards each bridge’s own', () => {
  const clock = createFakeClock();
  const { burst: ofBridge, rate } = limits.bridgeFrames;
  const quotas = createUplinkQuotas(toAccountLimits(22), clock);
  const [first, second] = ['000000001', '000000002'].map((systemId) => ({ systemId, accountId: 'ann' }));
  const other = { systemId: '000000003', accountId: 'bob' };
  for (let count = 0; count < ofBridge; count++) assert.equal(quotas.spend(first!, 0), 0);
  assert.equal(quotas.wait(first!), 0);
  assert.equal(quotas.spend(first!, 0), 1_000 / rate);
  assert.deepEqual([quotas.wait(first!), quotas.wait(second!), quotas.wait(other)], [10, 0, 0]);
  // With 22 bridges, the account may send 110 frames per second on average, and at most 1,100 at once. The first bridge
  // has used 1,001 of them, so 99 are left.
  for (let count = 0; count < 99; count++) assert.equal(quotas.spend(second!, 0), 0);
  const wait = Math.ceil(1_000 / 110);
  assert.equal(quotas.spend(second!, 0), wait);
  assert.deepEqual([quotas.wait(second!), quotas.wait(other)], [wait, 0]);
  assert.equal(quotas.spend(other, 0), 0);
  quotas[Symbol.dispose]();
});

test('pauses a bridge that has used up its bytes, but not its account', () => {
  const clock = createFakeClock();
  const quotas = createUplinkQuotas(toAccountLimits(100), clock);
  const [first, second] = ['000000001', '000000002'].map((systemId) => ({ systemId, accountId: 'ann' }));
  const { burst, rate } = limits.bridgeBytes;
  assert.equal(quotas.spend(first!, burst + rate), 1_000);
  assert.deepEqual([quotas.wait(first!), quotas.wait(second!)], [1_000, 0]);
  quotas[Symbol.dispose]();
});

test('the event quota of an account recovers at its own rate', () => {
  const clock = createFakeClock();
  const quotas = createUplinkQuotas(toAccountLimits(1), clock);
  const { burst, rate } = limits.events;
  assert.equal(quotas.events.spend('ann', burst), 0);
  assert.equal(quotas.events.spend('ann', rate), 1_000);
  assert.deepEqual([quotas.events.wait('ann'), quotas.events.wait('bob')], [1_000, 0]);
  quotas[Symbol.dispose]();
});

test('leaves no timer after the quotas are disposed of', () => {
  const clock = createFakeClock();
  const quotas = createUplinkQuotas(toAccountLimits(1), clock);
  quotas.spend({ systemId: '000000001', accountId: 'ann' }, 1);
  quotas.events.spend('ann', 1);
  assert.equal(clock.timers(), 5);
  quotas[Symbol.dispose]();
  assert.equal(clock.timers(), 0);
});

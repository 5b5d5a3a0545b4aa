import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { type BridgeFrame, maxComponents, maxFrameBytes } from '@plenum/protocol/uplink';
import { snapshotOf } from './bridge.fixture.ts';
import { createConnection } from './connection.ts';
import { change, closeOf, startPaired, unit } from './paired-node.fixture.ts';

test('what is acknowledged is stored', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  assert.deepEqual(await node.shown(), unit(0));
  connection.send(change(2, 1));
  connection.send({ type: 'ping', n: 3 });
  assert.deepEqual(
    [await connection.next(), await connection.next()],
    [
      { type: 'ack', n: 2 },
      { type: 'ack', n: 3 },
    ],
  );
  assert.deepEqual(await node.shown(), unit(1));
});

const breaches: Record<string, readonly [reason: string, stored: object[], ...BridgeFrame[]]> = {
  'a frame that is missing': ['out-of-order', unit(0), snapshotOf('123456789'), change(3, 1)],
  'a frame that comes twice': ['out-of-order', unit(0), snapshotOf('123456789'), change(2, 0), change(2, 1)],
  'frames in the wrong order': ['out-of-order', unit(0), snapshotOf('123456789'), change(3, 1), change(2, 1)],
  'a change before the snapshot': ['out-of-order', [], { ...change(1, 1), n: 1 } as BridgeFrame],
  'a second snapshot': [
    ...(['out-of-order', unit(0), snapshotOf('123456789')] as const),
    { ...snapshotOf('123456789', 1), n: 2 },
  ],
  'a first frame that is the second': ['out-of-order', [], { ...snapshotOf('123456789'), n: 2 }],
  'the snapshot of another bridge': ['malformed', [], snapshotOf('987654321')],
  'a frame that is none': ['malformed', [], { type: 'hello', n: 1 } as never],
};

for (const [what, [reason, stored, ...frames]] of Object.entries(breaches))
  test(`${what} ends the connection, and only what came before it is stored`, async () => {
    await using node = await startPaired();
    const connection = await node.bridge.connect(node.url);
    for (const frame of frames) connection.send(frame);
    assert.equal(await closeOf(connection), reason);
    await connection.closed;
    assert.deepEqual(await node.shown(), stored);
  });

test('bytes that are no text, or too many, end the connection', async () => {
  await using node = await startPaired();
  const binary = await node.open();
  binary.sendText(new Uint8Array([1]));
  assert.equal(await closeOf(binary), 'malformed');
  const large = await node.open();
  large.sendText('x'.repeat(maxFrameBytes.bridge + 1));
  await large.closed;
});

test('a bridge that floods is cut off', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  for (let n = 2; n < 2_000; n++) connection.send(change(n, n % 2));
  assert.equal(await closeOf(connection), 'malformed');
  await connection.closed;
});

test('after a burst of frames that store nothing the connection still receives frames', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  for (let n = 2; n <= 41; n++) connection.send({ type: 'ping', n });
  for (let n = 2; n <= 41; n++) assert.deepEqual(await connection.next(), { type: 'ack', n });
  connection.send({ type: 'ping', n: 42 });
  assert.deepEqual(await connection.next(), { type: 'ack', n: 42 });
});

test('a bridge has at most the maximum number of components, also after many changes', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  const zones = (n: number, from: number, count: number): BridgeFrame => ({
    type: 'change',
    n,
    at: 2_000,
    components: Array.from({ length: count }, (_, position) => ({
      kind: 'zone',
      index: from + position,
      datagram: { Index: from + position },
    })),
    removed: [],
  });
  connection.send(zones(2, 0, 64));
  assert.deepEqual(await connection.next(), { type: 'ack', n: 2 });
  const kinds = ['schedule', 'split', 'station'] as const;
  const favourites = Array.from({ length: maxComponents - 65 }, (_, place) => {
    const index = place % 128;
    const kind = kinds[Math.floor(place / 128)]!;
    return { kind, index, datagram: { Index: index } };
  });
  connection.send({ type: 'change', n: 3, at: 2_000, components: favourites, removed: [] });
  assert.deepEqual(await connection.next(), { type: 'ack', n: 3 });
  connection.send(zones(4, 0, 64));
  assert.deepEqual(await connection.next(), { type: 'ack', n: 4 }, 'what it has may change');
  connection.send(zones(5, 64, 1));
  const close = await connection.next();
  assert.deepEqual(close, {
    type: 'close',
    reason: 'malformed',
    detail: 'A cloud stores at most 384 components of a bridge, and 196608 characters in all of them.',
  });
  assert.equal((await node.shown()).length, maxComponents);
});

test('what is more than a bridge may have on its way ends its connection', async () => {
  const said: string[] = [];
  const connection = createConnection({
    bridge: { systemId: '123456789', accountId: 'ann', epoch: 1 },
    send: (text) => void said.push(text),
    closeSocket: () => {},
    ingest: () => new Promise(() => {}),
    onReady: async () => {},
    onProcessed: () => {},
    onEnd: () => {},
    onError: () => {},
    clock: systemClock,
    elapsed: () => 0,
  });
  connection.receive(JSON.stringify(snapshotOf('123456789')));
  assert.ok(!connection.isBacklogged(), 'one is being stored');
  connection.receive('x'.repeat(65_535));
  assert.ok(!connection.isBacklogged());
  connection.receive('x');
  assert.ok(connection.isBacklogged(), 'nothing more is read');
  connection.receive('x'.repeat(maxFrameBytes.bridge));
  assert.deepEqual(said, []);
  connection.receive('x'.repeat(maxFrameBytes.bridge));
  assert.match(said.join(), /"malformed"/);
});

test('a replaced connection is closed within a minute, even if its node did not receive the message', async () => {
  const timers = createFakeClock();
  await using node = await startPaired({ clock: { now: Date.now, after: timers.after } });
  const connection = await node.open();
  const minute = async () => {
    timers.advance(60_000);
    await node.cloud.store.ping();
  };
  await minute();
  connection.send({ type: 'ping', n: 2 });
  assert.deepEqual(await connection.next(), { type: 'ack', n: 2 });
  await node.cloud.store.db
    .updateTable('bridge')
    .set((row) => ({ epoch: row('epoch', '+', 1), connected_node: 'another' }))
    .execute();
  await minute();
  assert.equal(await closeOf(connection), 'replaced');
});

test('a newer connection of a bridge ends the older, which stores nothing any more', async () => {
  await using node = await startPaired();
  const older = await node.open();
  const newer = await node.open();
  assert.equal(await closeOf(older), 'replaced');
  newer.send(change(2, 1));
  assert.deepEqual(await newer.next(), { type: 'ack', n: 2 });
  assert.equal(node.uplinks.size(), 1);
});

test('a bridge that sends nothing for too long is disconnected', async () => {
  await using node = await startPaired({ idleTimeout: 40 });
  const connection = await node.open();
  assert.equal(await closeOf(connection), 'silent');
});

test('what cannot be stored ends the connection and is not acknowledged', async () => {
  let isBroken = false;
  const stored = [async () => (isBroken ? Promise.reject(new Error('disk')) : undefined)];
  await using node = await startPaired({ listeners: { componentsChanged: stored, ownershipChanged: [] } });
  const connection = await node.open();
  isBroken = true;
  connection.send(change(2, 1));
  assert.equal(await closeOf(connection), 'failed');
  assert.deepEqual(await node.shown(), unit(0));
});

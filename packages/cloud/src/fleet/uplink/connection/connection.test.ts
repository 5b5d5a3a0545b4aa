import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Clock } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import {
  type BridgeFrame,
  type BridgeFrameOf,
  type CloseReason,
  type CloudFrame,
  type CloudFrameOf,
  closeReasons,
  maxComponents,
  maxFrameBytes,
} from '@plenum/protocol/uplink';
import { storeErrors } from '../../../kernel/failure/store-errors.ts';
import type { ComponentUpdate, IngestResult } from '../../component/store-updates.ts';

import { snapshotOf } from '../bridge.fixture.ts';
import { ingestPatiently } from '../ingest/patient-ingest.ts';
import { change, closeOf, startPaired, unit } from '../paired-node.fixture.ts';
import { createConnection } from './connection.ts';

test('stores every frame that it acknowledges', async () => {
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
  test(`${what} ends the connection, and only the frames before it are stored`, async () => {
    await using node = await startPaired();
    const connection = await node.bridge.connect(node.url);
    for (const frame of frames) connection.send(frame);
    assert.equal(await closeOf(connection), reason);
    await connection.closed;
    assert.deepEqual(await node.shown(), stored);
  });

test('a snapshot that the cloud requested replaces the stored components, and controls continue', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  node.uplinks.requestSnapshots(new Set(['123456789']));
  node.uplinks.requestSnapshots(new Set(['987654321']));
  assert.deepEqual(await connection.next(), { type: 'resend' });
  connection.send({ ...snapshotOf('123456789', 1), n: 2 } as BridgeFrame);
  assert.deepEqual(await connection.next(), { type: 'ack', n: 2 });
  assert.deepEqual(await node.shown(), unit(1));
  const done = node.control({ SysOn: 0 });
  const control = await connection.nextOf('control');
  connection.send({ type: 'result', n: 3, id: control.id });
  assert.deepEqual(await done, { answer: 'done' });
  connection.send({ ...snapshotOf('123456789', 1), n: 4 } as BridgeFrame);
  assert.equal(await closeOf(connection), 'out-of-order', 'a snapshot that was not requested');
});

test('a further snapshot with another session ends the connection', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  node.uplinks.requestSnapshots(new Set(['123456789']));
  const session = 'B'.repeat(22);
  connection.send({ ...snapshotOf('123456789', 1), n: 2, session } as BridgeFrame);
  assert.equal(await closeOf(connection), 'malformed');
  assert.deepEqual(await node.shown(), unit(0));
});

test('bytes that are not text end the connection', async () => {
  await using node = await startPaired();
  const binary = await node.open();
  binary.sendText(new Uint8Array([1]));
  assert.equal(await closeOf(binary), 'malformed');
});

test('accepts a frame of maximum length, and ends the connection at one byte more', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  const ping = (n: number, length: number) => JSON.stringify({ type: 'ping', n }).padEnd(length);
  connection.sendText(ping(2, maxFrameBytes.bridge));
  assert.deepEqual(await connection.next(), { type: 'ack', n: 2 });
  connection.sendText(ping(3, maxFrameBytes.bridge + 1));
  await assert.rejects(connection.next(), /closed/);
});

test('disconnects a bridge that floods the connection', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  for (let n = 2; n < 2_000; n++) connection.send(change(n, n % 2));
  assert.equal(await closeOf(connection), 'malformed');
  await connection.closed;
});

test('the connection still receives frames after a burst of frames that store nothing', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  for (let n = 2; n <= 41; n++) connection.send({ type: 'ping', n });
  for (let n = 2; n <= 41; n++) assert.deepEqual(await connection.next(), { type: 'ack', n });
  connection.send({ type: 'ping', n: 42 });
  assert.deepEqual(await connection.next(), { type: 'ack', n: 42 });
});

test('a bridge cannot exceed the maximum number of components, even after many changes', async () => {
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
  assert.deepEqual(await connection.next(), { type: 'ack', n: 4 }, 'known components may still change');
  connection.send(zones(5, 64, 1));
  const close = await connection.next();
  assert.deepEqual(close, {
    type: 'close',
    reason: 'malformed',
    detail: 'A cloud stores at most 384 components of a bridge, with at most 196608 characters in all.',
  });
  assert.equal((await node.shown()).length, maxComponents);
});

interface InProcess {
  readonly ingest?: (update: ComponentUpdate) => Promise<IngestResult>;
  readonly clock?: Clock;
}

/**
 * Creates a connection without a socket, and records the messages and calls of the connection. Its updates wait while
 * the store is unavailable.
 */
const connectInProcess = ({ ingest, clock = createFakeClock(1_000) }: InProcess = {}) => {
  const said: CloudFrame[] = [];
  const calls: unknown[] = [];
  let elapsed = 0;
  const call = (what: string) => () => void calls.push(what);
  const record = async ({ traceOf, ...update }: ComponentUpdate): Promise<IngestResult> => {
    calls.push(update);
    return { is: 'stored', change: undefined };
  };
  const connection = createConnection(
    {
      clock,
      elapsed: () => elapsed,
      ingest: (_, update, ended) => ingestPatiently(() => (ingest ?? record)(update), { clock, ended }),
      onError: (error) => void calls.push(error),
    },
    {
      bridge: { systemId: '123456789', accountId: 'ann', epoch: 1 },
      send: (text) => void said.push(JSON.parse(text)),
      closeSocket: call('close socket'),
      onReady: async () => void calls.push('ready'),
      onProcessed: call('processed'),
      onEnd: call('end'),
    },
  );
  return {
    connection,
    said,
    calls,
    setElapsed: (value: number) => {
      elapsed = value;
    },
    receive: async (frame: object) => {
      connection.receive(JSON.stringify(frame));
      await new Promise(setImmediate);
    },
    /** Messages sent and functions called since the last read. */
    since: () => [said.splice(0), calls.splice(0)],
  };
};

const snapshot = snapshotOf('123456789');
const closing = (reason: CloseReason, detail: string = closeReasons[reason]) => ({
  type: 'close',
  reason,
  detail,
});

test('stores a snapshot and a change with the number of the connection, then acknowledges them', async () => {
  const { receive, since } = connectInProcess();
  await receive(snapshot);
  const { at, components } = snapshot as BridgeFrameOf<'snapshot'>;
  const update = { systemId: '123456789', epoch: 1, at, components, removed: undefined };
  assert.deepEqual(since(), [[{ type: 'ack', n: 1 }], [update, 'ready', 'processed']]);
  const { at: later, components: changed } = change(2, 1) as BridgeFrameOf<'change'>;
  const removed = [{ kind: 'zone', index: 3 }];
  await receive({ ...change(2, 1), removed });
  assert.deepEqual(since(), [
    [{ type: 'ack', n: 2 }],
    [{ ...update, at: later, components: changed, removed }, 'processed'],
  ]);
});

test('stores a change with the command’s trace if it is made while the command runs', async () => {
  const traces: unknown[] = [];
  const { connection, receive } = connectInProcess({
    ingest: async ({ traceOf }) => {
      traces.push(traceOf?.({ kind: 'unit', index: 0 }));
      return { is: 'stored', change: undefined };
    },
  });
  await receive(snapshot);
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  void connection.control({ command: { SysOn: 1 }, deadline: 2_000, trace });
  await receive(change(2, 1));
  assert.deepEqual(traces, [undefined, trace]);
});

test('closes a replaced or oversized bridge’s connection, without reporting it ready', async () => {
  for (const [is, frame] of [
    ['fenced', closing('replaced')],
    [
      'overfull',
      closing(
        'malformed',
        'A cloud stores at most 384 components of a bridge, with at most 196608 characters in all.',
      ),
    ],
  ] as const) {
    const { receive, since } = connectInProcess({ ingest: async () => ({ is }) });
    await receive(snapshot);
    assert.deepEqual(since(), [[frame], ['end', 'close socket', 'processed']]);
  }
});

test('does not send a control before the bridge has named its session in a snapshot', async () => {
  const { connection, receive, said } = connectInProcess();
  const control = () => connection.control({ command: { SysOn: 1 }, deadline: 2_000 });
  assert.deepEqual(await control(), { answer: 'absent' });
  assert.deepEqual(said, []);
  await receive(snapshot);
  void control();
  assert.deepEqual(
    said.map(({ type }) => type),
    ['ack', 'control'],
  );
});

test('does not store a snapshot of another bridge', async () => {
  const { receive, since } = connectInProcess();
  await receive(snapshotOf('987654321'));
  assert.deepEqual(since(), [[closing('malformed')], ['end', 'close socket', 'processed']]);
});

test('ends a connection only once, and then settles its pending requests', async () => {
  for (const isOwn of [true, false]) {
    const { connection, receive, since, setElapsed } = connectInProcess();
    await receive(snapshot);
    const waiting = [
      connection.control({ command: { SysOn: 1 }, deadline: 2_000 }),
      connection.read({ path: '/energy', query: '' }, 2_000),
      connection.write({ path: '/alerts', body: {} }, 2_000),
    ];
    since();
    if (isOwn) connection.close('silent');
    else connection.socketClosed();
    assert.deepEqual(since(), isOwn ? [[closing('silent')], ['end', 'close socket']] : [[], ['end']]);
    for (const answer of await Promise.all(waiting)) assert.deepEqual(answer, { answer: 'silent' });
    assert.deepEqual(await connection.control({ command: { SysOn: 1 }, deadline: 2_000 }), {
      answer: 'absent',
    });
    connection.close('silent');
    connection.socketClosed();
    setElapsed(7);
    await receive({ type: 'ping', n: 2 });
    assert.deepEqual(since(), [[], []]);
    assert.equal(connection.lastReceivedAt(), 0);
  }
});

test('drops waiting messages when a connection ends', async () => {
  const stored = Promise.withResolvers<IngestResult>();
  const { connection, receive, since } = connectInProcess({ ingest: () => stored.promise });
  await receive(snapshot);
  await receive({ type: 'ping', n: 2 });
  connection.socketClosed();
  stored.resolve({ is: 'stored', change: undefined });
  await new Promise(setImmediate);
  const [said] = since();
  assert.deepEqual(said, [{ type: 'ack', n: 1 }]);
});

test('acknowledges no frames and keeps the connection while the store is unavailable', async () => {
  const clock = createFakeClock(1_000);
  const lost = (code: 'unavailable' | 'conflict') => storeErrors.error(code, {}, undefined);
  const failures = [lost('unavailable'), lost('unavailable'), lost('conflict')];
  const { receive, since } = connectInProcess({
    clock,
    ingest: async () => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return { is: 'stored', change: undefined };
    },
  });
  await receive(snapshot);
  for (const pause of [250, 500, 1_000]) {
    clock.advance(pause - 1);
    await new Promise(setImmediate);
    assert.deepEqual(since(), [[], []]);
    clock.advance(1);
    await new Promise(setImmediate);
  }
  assert.deepEqual(since(), [[{ type: 'ack', n: 1 }], ['ready', 'processed']]);
});

test('does not store a frame again after its connection ended, or if the store is damaged', async () => {
  const clock = createFakeClock(1_000);
  let count = 0;
  const lost = storeErrors.error('unavailable', {}, undefined);
  const unavailable = connectInProcess({
    clock,
    ingest: async () => {
      count++;
      throw lost;
    },
  });
  await unavailable.receive(snapshot);
  unavailable.connection.socketClosed();
  await new Promise(setImmediate);
  clock.advance(60_000);
  await new Promise(setImmediate);
  assert.equal(count, 1);
  assert.equal(clock.timers(), 0);
  const damaged = storeErrors.error('damaged', {}, undefined);
  const { receive, since } = connectInProcess({ ingest: () => Promise.reject(damaged) });
  await receive(snapshot);
  assert.deepEqual(since(), [[closing('failed')], [damaged, 'end', 'close socket']]);
});

test('an error while storing a frame is reported and ends the connection', async () => {
  const error = new Error('disk');
  const { receive, since } = connectInProcess({ ingest: () => Promise.reject(error) });
  await receive(snapshot);
  assert.deepEqual(since(), [[closing('failed')], [error, 'end', 'close socket']]);
});

test('reports when the last message arrived, and derives a control’s time limit from it', async () => {
  const { connection, receive, said, setElapsed } = connectInProcess();
  setElapsed(5);
  assert.equal(connection.lastReceivedAt(), 0);
  await receive(snapshot);
  assert.equal(connection.lastReceivedAt(), 5);
  setElapsed(25);
  void connection.control({ command: { SysOn: 1 }, deadline: 2_000 });
  const control = said.at(-1);
  assert.ok(control?.type === 'control');
  assert.deepEqual([control.after, control.within], [1, 1_020]);
});

test('sends a bridge the origin and trace of a control, and the request to cancel it', async () => {
  const by = { app: 'Keys', garage: true } as const;
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const { connection, receive, said } = connectInProcess();
  await receive(snapshot);
  void connection.control({ command: { SysOn: 1 }, deadline: 2_000, by, trace, token: 'one' });
  const { type, id, after, within, command, ...more } = said.pop() as CloudFrameOf<'control'>;
  connection.cancel('one');
  assert.deepEqual([more, said.pop()?.type], [{ by, trace }, 'cancel']);
});

test('passes on the reply to a read, with its refusal as data unless the status is 200', async () => {
  const { connection, receive } = connectInProcess();
  await receive(snapshot);
  const data = { code: 'not-paired', path: [], facts: { index: 3 } };
  const answers = [1, 2, 3].map(() => connection.read({ path: '/energy', query: '' }, 2_000));
  const body = 'Split 3 is not paired.';
  await receive({ type: 'answer', n: 2, id: 1, status: 409, body, data });
  await receive({ type: 'answer', n: 3, id: 2, status: 200, body: '{}', data });
  await receive({ type: 'answer', n: 4, id: 3, status: 409, body });
  assert.deepEqual(await Promise.all(answers), [
    { answer: 'read', status: 409, body, refusal: data },
    { answer: 'read', status: 200, body: '{}' },
    { answer: 'read', status: 409, body },
  ]);
});

test('ends the connection of a bridge that exceeds its limit of pending messages', async () => {
  const { connection, said } = connectInProcess({ ingest: () => new Promise(() => {}) });
  connection.receive(JSON.stringify(snapshot));
  assert.ok(!connection.isBacklogged(), 'one message is being stored');
  connection.receive('x'.repeat(65_535));
  assert.ok(!connection.isBacklogged());
  connection.receive('x');
  assert.ok(connection.isBacklogged(), 'no further message is read');
  connection.receive('x'.repeat(maxFrameBytes.bridge));
  assert.deepEqual(said, []);
  connection.receive('x'.repeat(maxFrameBytes.bridge));
  assert.deepEqual(said, [closing('malformed')]);
});

test('closes a replaced connection within a minute, even if its node missed the message', async () => {
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

test('a newer connection of a bridge ends the older one and prevents it from storing anything', async () => {
  await using node = await startPaired();
  const older = await node.open();
  const newer = await node.open();
  assert.equal(await closeOf(older), 'replaced');
  newer.send(change(2, 1));
  assert.deepEqual(await newer.next(), { type: 'ack', n: 2 });
  assert.equal(node.uplinks.size(), 1);
});

test('disconnects a bridge that sends nothing for too long', async () => {
  await using node = await startPaired({ idleTimeout: 40 });
  const connection = await node.open();
  assert.equal(await closeOf(connection), 'silent');
});

test('does not acknowledge a frame that cannot be stored, and ends the connection', async () => {
  let isBroken = false;
  const stored = [async () => (isBroken ? Promise.reject(new Error('disk')) : [0])];
  await using node = await startPaired({ listeners: { componentsChanged: stored, ownershipChanged: [] } });
  const connection = await node.open();
  isBroken = true;
  connection.send(change(2, 1));
  assert.equal(await closeOf(connection), 'failed');
  assert.deepEqual(await node.shown(), unit(0));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realWall } from '@plenum/machine';
import { createSetWall } from '@plenum/machine/set-wall';
import type { BridgeFrame, CloudFrame } from '@plenum/protocol';
import { mostComponents, mostControls, mostFrameBytes } from '@plenum/protocol';
import { insertAccount } from '../bridge/account.fixture.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { readComponents } from '../component/read.ts';
import { createDataFolder } from '../fixture/data-folder.fixture.ts';
import { silent } from '../log/log.ts';
import { presenceSubject } from './answer.ts';
import { createScriptedBridge, type ScriptedLine, session, snapshotOf } from './bridge.fixture.ts';
import { createLine } from './line.ts';
import { type NodeConfig, startNode } from './node.fixture.ts';

/** A node with one paired bridge of the account `ann`. */
const startPaired = async (config: Partial<NodeConfig> = {}) => {
  const folder = createDataFolder();
  const node = await startNode({ place: { dataDir: folder.path }, ...config });
  await insertAccount(node.cloud.store, 'ann');
  const bridge = await createScriptedBridge();
  await bridge.pair(node.url, 'ann');
  const open = async (): Promise<ScriptedLine> => {
    const line = await bridge.connect(node.url);
    line.send(snapshotOf(bridge.systemId));
    assert.deepEqual(await line.next(), { type: 'ack', n: 1 });
    return line;
  };
  return {
    ...node,
    bridge,
    open,
    control: (command: object, milliseconds = 5_000) =>
      node.uplinks.control(bridge.systemId, command, Date.now() + milliseconds),
    shown: async () =>
      (await readComponents(node.cloud.store.db, 'ann')).map(({ componentId, datagram }) => [
        componentId,
        JSON.parse(datagram),
      ]),
    [Symbol.asyncDispose]: async () => {
      await node[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
};

const closeOf = async (line: ScriptedLine): Promise<string> => {
  for (;;) {
    const frame = await line.next();
    if (frame.type === 'close') return frame.reason;
  }
};
const nextControl = async (line: ScriptedLine): Promise<Extract<CloudFrame, { type: 'control' }>> => {
  for (;;) {
    const frame = await line.next();
    if (frame.type === 'control') return frame;
  }
};
const change = (n: number, SysOn: number): BridgeFrame => ({
  type: 'change',
  n,
  at: 2_000,
  components: [{ kind: 'unit', index: 0, datagram: { SysOn } }],
  removed: [],
});
const unit = (SysOn: number) => [['123456789_hvac_systemsettings_0', { SysOn }]];

test('what is acknowledged is stored', async () => {
  await using node = await startPaired();
  const line = await node.open();
  assert.deepEqual(await node.shown(), unit(0));
  line.send(change(2, 1));
  line.send({ type: 'ping', n: 3 });
  assert.deepEqual(
    [await line.next(), await line.next()],
    [
      { type: 'ack', n: 2 },
      { type: 'ack', n: 3 },
    ],
  );
  assert.deepEqual(await node.shown(), unit(1));
});

const breaches: Record<string, readonly [string, ...BridgeFrame[]]> = {
  'a frame that is missing': ['out-of-order', snapshotOf('123456789'), change(3, 1)],
  'a frame that comes twice': ['out-of-order', snapshotOf('123456789'), change(2, 0), change(2, 1)],
  'frames in the wrong order': ['out-of-order', snapshotOf('123456789'), change(3, 1), change(2, 1)],
  'a change before the snapshot': ['out-of-order', { ...change(1, 1), n: 1 } as BridgeFrame],
  'a second snapshot': ['out-of-order', snapshotOf('123456789'), { ...snapshotOf('123456789', 1), n: 2 }],
  'a first frame that is the second': ['out-of-order', { ...snapshotOf('123456789'), n: 2 }],
  'the snapshot of another bridge': ['malformed', snapshotOf('987654321')],
  'a frame that is none': ['malformed', { type: 'hello', n: 1 } as never],
};

for (const [what, [reason, ...frames]] of Object.entries(breaches))
  test(`${what} ends the connection, and nothing of it is stored`, async () => {
    await using node = await startPaired();
    const line = await node.bridge.connect(node.url);
    for (const frame of frames) line.send(frame);
    assert.equal(await closeOf(line), reason);
    await line.closed;
    assert.ok((await node.shown()).every(([, datagram]) => (datagram as { SysOn: number }).SysOn === 0));
  });

test('bytes that are no text, or too many, end the connection', async () => {
  await using node = await startPaired();
  const binary = await node.open();
  binary.sendText(new Uint8Array([1]));
  assert.equal(await closeOf(binary), 'malformed');
  const large = await node.open();
  large.sendText('x'.repeat(mostFrameBytes.bridge + 1));
  await large.closed;
});

test('a bridge that floods is cut off', async () => {
  await using node = await startPaired();
  const line = await node.open();
  for (let n = 2; n < 2_000; n++) line.send(change(n, n % 2));
  await line.closed.then(
    () => {},
    () => {},
  );
});

test('a burst of frames that store nothing leaves nobody deaf', async () => {
  await using node = await startPaired();
  const line = await node.open();
  for (let n = 2; n <= 41; n++) line.send({ type: 'ping', n });
  for (let n = 2; n <= 41; n++) assert.deepEqual(await line.next(), { type: 'ack', n });
  line.send({ type: 'ping', n: 42 });
  assert.deepEqual(await line.next(), { type: 'ack', n: 42 });
});

test('a bridge has as many components as the largest, whatever its changes add up to', async () => {
  await using node = await startPaired();
  const line = await node.open();
  const zones = (n: number, from: number, count: number): BridgeFrame => ({
    type: 'change',
    n,
    at: 2_000,
    components: Array.from({ length: count }, (_, place) => ({
      kind: 'zone',
      index: from + place,
      datagram: { Index: from + place },
    })),
    removed: [],
  });
  line.send(zones(2, 0, 64));
  assert.deepEqual(await line.next(), { type: 'ack', n: 2 });
  const favourites = Array.from({ length: mostComponents - 65 }, (_, Index) => ({
    kind: 'schedule' as const,
    index: Index,
    datagram: { Index },
  }));
  line.send({ type: 'change', n: 3, at: 2_000, components: favourites, removed: [] });
  assert.deepEqual(await line.next(), { type: 'ack', n: 3 });
  line.send(zones(4, 0, 64));
  assert.deepEqual(await line.next(), { type: 'ack', n: 4 }, 'what it has may change');
  line.send(zones(5, 64, 1));
  assert.equal(await closeOf(line), 'malformed');
  assert.equal((await node.shown()).length, mostComponents);
});

test('what is more than a bridge may have on its way ends its connection', async () => {
  const said: string[] = [];
  const line = createLine({
    systemId: '123456789',
    epoch: 1,
    send: (text) => void said.push(text),
    end: () => {},
    take: () => new Promise(() => {}),
    up: async () => {},
    dealt: () => {},
    over: () => {},
    failed: () => {},
    wall: realWall,
    elapsed: () => 0,
  });
  line.hear(JSON.stringify(snapshotOf('123456789')));
  assert.ok(!line.isFull(), 'one is being stored');
  line.hear('x'.repeat(65_535));
  assert.ok(!line.isFull());
  line.hear('x');
  assert.ok(line.isFull(), 'nothing more is read');
  line.hear('x'.repeat(mostFrameBytes.bridge));
  assert.deepEqual(said, []);
  line.hear('x'.repeat(mostFrameBytes.bridge));
  assert.match(said.join(), /"malformed"/);
});

test('a connection that was replaced where this node did not hear of it is ended within a minute', async () => {
  const timers = createSetWall();
  await using node = await startPaired({ wall: { now: Date.now, after: timers.after } });
  const line = await node.open();
  const minute = async () => {
    timers.pass(60_000);
    await node.cloud.store.ping();
  };
  await minute();
  line.send({ type: 'ping', n: 2 });
  assert.deepEqual(await line.next(), { type: 'ack', n: 2 });
  await node.cloud.store.db
    .updateTable('bridge')
    .set((row) => ({ epoch: row('epoch', '+', 1), connected_node: 'another' }))
    .execute();
  await minute();
  assert.equal(await closeOf(line), 'replaced');
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

test('a command is done, or refused in the words of the bridge', async () => {
  await using node = await startPaired();
  const line = await node.open();
  const done = node.control({ SysOn: 1 });
  const first = await nextControl(line);
  assert.deepEqual([first.id, first.after, first.command], [`${session}.1`, 1, { SysOn: 1 }]);
  assert.ok(first.within >= 4_000 && first.within <= 6_000);
  line.send({ type: 'result', n: 2, id: first.id });
  assert.deepEqual(await done, { answer: 'done' });

  const refused = node.control({ SysOn: 0 });
  const { id } = await nextControl(line);
  assert.equal(id, `${session}.2`);
  const refusal = { status: 409, detail: 'This system controls zones only.' };
  line.send({ type: 'result', n: 3, id, refusal });
  assert.deepEqual(await refused, { answer: 'refused', ...refusal });
});

test('when a command is answered, the change it made is stored', async () => {
  await using node = await startPaired();
  const line = await node.open();
  const done = node.control({ SysOn: 1 });
  const { id } = await nextControl(line);
  line.send(change(2, 1));
  line.send({ type: 'result', n: 3, id });
  assert.deepEqual(await done, { answer: 'done' });
  assert.deepEqual(await node.shown(), unit(1));
});

test('a bridge that was never there, is not yet there, or is gone is absent', async () => {
  await using node = await startPaired();
  assert.deepEqual(await node.control({ SysOn: 1 }), { answer: 'absent' });
  assert.equal(await node.uplinks.isPresent(node.bridge.systemId), false);
  const silent = await node.bridge.connect(node.url);
  assert.deepEqual(await node.control({ SysOn: 1 }), { answer: 'absent' });
  silent.cut();
  const line = await node.open();
  assert.equal(await node.uplinks.isPresent(node.bridge.systemId), true);
  line.cut();
  while (node.uplinks.size() > 0) await new Promise((resolve) => void setImmediate(resolve));
  assert.deepEqual(await node.control({ SysOn: 1 }), { answer: 'absent' });
  assert.deepEqual(await node.uplinks.control('987654321', { SysOn: 1 }, Date.now() + 5_000), {
    answer: 'absent',
  });
});

test('a bridge that does not answer in time, or breaks off, is silent', async () => {
  await using node = await startPaired();
  const line = await node.open();
  assert.deepEqual(await node.control({ SysOn: 1 }, 20), { answer: 'silent' });
  assert.deepEqual(await node.control({ SysOn: 1 }, 0), { answer: 'silent' });
  const late = await nextControl(line);
  line.send({ type: 'result', n: 2, id: late.id });
  assert.deepEqual(await line.next(), { type: 'ack', n: 2 }, 'an answer nobody waits for is no breach');

  const broken = node.control({ SysOn: 1 });
  await nextControl(line);
  line.cut();
  assert.deepEqual(await broken, { answer: 'silent' });
});

test('more commands than a bridge takes at once are refused', async () => {
  await using node = await startPaired();
  const line = await node.open();
  const waiting = Array.from({ length: mostControls }, () => node.control({ SysOn: 1 }));
  const over = await node.control({ SysOn: 1 });
  assert.deepEqual(over, {
    answer: 'refused',
    status: 503,
    detail: '32 commands are under way already; this one was not done.',
  });
  line.cut();
  assert.deepEqual(new Set((await Promise.all(waiting)).map(({ answer }) => answer)), new Set(['silent']));
});

test('a bridge that says nothing for too long is taken for gone', async () => {
  await using node = await startPaired({ silence: 40 });
  const line = await node.open();
  assert.equal(await closeOf(line), 'silent');
});

test('what cannot be stored ends the connection and is not acknowledged', async () => {
  let isBroken = false;
  const stored = [async () => (isBroken ? Promise.reject(new Error('disk')) : undefined)];
  await using node = await startPaired({ hooks: { stored, belonging: [] } });
  const line = await node.open();
  isBroken = true;
  line.send(change(2, 1));
  assert.equal(await closeOf(line), 'failed');
  assert.deepEqual(await node.shown(), unit(0));
});

test('a node that stops waits for the answers to commands under way, and takes no more', async () => {
  await using node = await startPaired();
  const line = await node.open();
  const under = node.control({ SysOn: 1 });
  const asked = await line.next();
  assert.ok(asked.type === 'control');
  const stopping = node.cloud[Symbol.asyncDispose]();
  while (node.uplinks.size() > 0) await new Promise(setImmediate);
  assert.deepEqual(await node.control({ SysOn: 0 }), { answer: 'absent' });
  line.send({ type: 'result', n: 2, id: asked.id });
  assert.deepEqual(await under, { answer: 'done' });
  assert.equal(await closeOf(line), 'stopping');
  await stopping;
});

test('a node that stops tells its bridges, and lets none in', async () => {
  await using node = await startPaired();
  const line = await node.open();
  const stopping = node.cloud[Symbol.asyncDispose]();
  assert.equal(await closeOf(line), 'stopping');
  await line.closed;
  await stopping;
});

test('whoever waits for a bridge is told when it came, and when it went', async () => {
  const bus = createMemoryBus({ wall: realWall, log: silent });
  await using node = await startPaired({ bus });
  const { systemId } = node.bridge;
  const found: unknown[] = [];
  await bus.subscribe(presenceSubject(systemId), async () => {
    found.push(await node.uplinks.isPresent(systemId));
  });
  const line = await node.open();
  await new Promise(setImmediate);
  assert.deepEqual(found, [true]);
  line.cut();
  while (node.uplinks.size() > 0) await new Promise(setImmediate);
  await new Promise(setImmediate);
  assert.deepEqual(found, [true, false]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { systemClock } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';

import { maxControls } from '@plenum/protocol/uplink';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { createMemoryBus } from '../../kernel/bus/memory-bus.ts';
import { openStore } from '../../kernel/database/store.ts';
import { silent } from '../../kernel/log/log.ts';
import { session } from './bridge.fixture.ts';
import { cancelledSubject, nodeSubject, presenceSubject, supersededSubject } from './bus-subjects.ts';
import { type Node, startNode } from './node.fixture.ts';
import { change, closeOf, startPaired, unit } from './paired-node.fixture.ts';
import { createUplinks } from './uplinks.ts';

test('reports a command as done, or as refused with the sentence of the bridge', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  const done = node.control({ SysOn: 1 });
  const first = await connection.nextOf('control');
  assert.deepEqual([first.id, first.after, first.command], [`${session}.1`, 1, { SysOn: 1 }]);
  assert.ok(first.within >= 4_000 && first.within <= 6_000);
  connection.send({ type: 'result', n: 2, id: first.id });
  assert.deepEqual(await done, { answer: 'done' });

  const refused = node.control({ SysOn: 0 });
  const { id } = await connection.nextOf('control');
  assert.equal(id, `${session}.2`);
  const refusal = { status: 409, detail: 'This system controls zones only.' };
  connection.send({ type: 'result', n: 3, id, refusal });
  assert.deepEqual(await refused, { answer: 'refused', ...refusal });
});

test('passes on a refusal sent as data; for other data, passes on only the sentence', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  const known = {
    code: 'too-high',
    path: ['SysSetpoint'],
    input: 3100,
    facts: { max: 3000, unit: '°C', scale: 100 },
  };
  const sentence = { status: 400, detail: 'SysSetpoint: 31.00 °C is above the maximum of 30.00 °C.' };
  let n = 1;
  const answerWith = async (data: Readonly<Record<string, unknown>>) => {
    const refused = node.control({ SysSetpoint: 3100 });
    const { id } = await connection.nextOf('control');
    connection.send({ type: 'result', n: ++n, id, refusal: { ...sentence, data } });
    return refused;
  };
  const asSentence = { answer: 'refused', ...sentence };
  assert.deepEqual(await answerWith({ ...known, more: '<b>' }), { ...asSentence, refusal: known });
  for (const data of [{}, { ...known, code: 'too-humid' }, { ...known, input: 'x'.repeat(100_000) }])
    assert.deepEqual(await answerWith(data), asSentence);
  assert.ok(connection.isOpen());
});

test('stores the change made by a command before answering the command', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  const done = node.control({ SysOn: 1 });
  const { id } = await connection.nextOf('control');
  connection.send(change(2, 1));
  connection.send({ type: 'result', n: 3, id });
  assert.deepEqual(await done, { answer: 'done' });
  assert.deepEqual(await node.shown(), unit(1));
});

test('reports a bridge as absent if it never, not yet or no longer is connected', async () => {
  await using node = await startPaired();
  assert.deepEqual(await node.control({ SysOn: 1 }), { answer: 'absent' });
  assert.equal(await node.uplinks.isPresent(node.bridge.systemId), false);
  // A command waits until its deadline for a bridge that was connected a moment ago.
  const deadline = 100;
  const silent = await node.bridge.connect(node.url);
  assert.deepEqual(await node.control({ SysOn: 1 }, deadline), { answer: 'absent' });
  silent.cut();
  const connection = await node.open();
  assert.equal(await node.uplinks.isPresent(node.bridge.systemId), true);
  connection.cut();
  while (node.uplinks.size() > 0) await new Promise((resolve) => void setImmediate(resolve));
  assert.deepEqual(await node.control({ SysOn: 1 }, deadline), { answer: 'absent' });
  assert.deepEqual(await node.uplinks.control('987654321', { SysOn: 1 }, Date.now() + 5_000), {
    answer: 'absent',
  });
});

test('reports a bridge as silent if it disconnects or does not reply in time', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  assert.deepEqual(await node.control({ SysOn: 1 }, 20), { answer: 'silent' });
  assert.deepEqual(await node.control({ SysOn: 1 }, 0), { answer: 'silent' });
  const late = await connection.nextOf('control');
  connection.send({ type: 'result', n: 2, id: late.id });
  assert.deepEqual(
    await connection.next(),
    { type: 'ack', n: 2 },
    'a late response does not break the protocol',
  );

  const broken = node.control({ SysOn: 1 });
  await connection.nextOf('control');
  connection.cut();
  assert.deepEqual(await broken, { answer: 'silent' });
});

test('refuses commands beyond the number a bridge accepts', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  const waiting = Array.from({ length: maxControls }, () => node.control({ SysOn: 1 }));
  const over = await node.control({ SysOn: 1 });
  assert.deepEqual(over, {
    answer: 'refused',
    status: 503,
    detail:
      '32 commands are already in progress, so this one was not carried out. Send it again when one of them is done.',
    refusal: { code: 'too-many-controls', path: [], input: undefined, facts: { most: maxControls } },
  });
  connection.cut();
  assert.deepEqual(new Set((await Promise.all(waiting)).map(({ answer }) => answer)), new Set(['silent']));
});

test('a stopping node waits for the replies to pending commands, and accepts no more commands', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  const under = node.control({ SysOn: 1 });
  const asked = await connection.next();
  assert.ok(asked.type === 'control');
  const stopping = node.cloud[Symbol.asyncDispose]();
  while (node.uplinks.size() > 0) await new Promise(setImmediate);
  assert.deepEqual(await node.control({ SysOn: 0 }), { answer: 'absent' });
  connection.send({ type: 'result', n: 2, id: asked.id });
  assert.deepEqual(await under, { answer: 'done' });
  assert.equal(await closeOf(connection), 'stopping');
  await stopping;
});

test('a stopping node sends a close frame to its bridges, and does not admit others', async () => {
  await using node = await startPaired();
  const connection = await node.open();
  const stopping = node.cloud[Symbol.asyncDispose]();
  assert.equal(await closeOf(connection), 'stopping');
  await connection.closed;
  await stopping;
});

test('notifies subscribers to the presence of a bridge when it connects and disconnects', async () => {
  const bus = createMemoryBus({ clock: systemClock, log: silent });
  await using node = await startPaired({ bus });
  const { systemId } = node.bridge;
  const found: unknown[] = [];
  await bus.subscribe(presenceSubject(systemId), async () => {
    found.push(await node.uplinks.isPresent(systemId));
  });
  const connection = await node.open();
  await new Promise(setImmediate);
  assert.deepEqual(found, [true]);
  connection.cut();
  while (node.uplinks.size() > 0) await new Promise(setImmediate);
  await new Promise(setImmediate);
  assert.deepEqual(found, [true, false]);
});

test('begins a new generation at each start of the cloud on SQLite, and keeps the versions', async () => {
  using folder = createDataFolder();
  const place = { dataDir: folder.path };
  const readVersion = ({ cloud }: Pick<Node, 'cloud'>) =>
    cloud.store.db.selectFrom('bridge').select(['version', 'generation']).executeTakeFirstOrThrow();
  {
    await using node = await startPaired({ place });
    await node.open();
    assert.deepEqual(await readVersion(node), { version: 1, generation: 0 });
  }
  const generations = new Set([0]);
  for (let count = 1; count <= 3; count++) {
    await using node = await startNode({ place });
    const { version, generation } = await readVersion(node);
    assert.equal(version, 1);
    generations.add(generation);
  }
  assert.equal(generations.size, 4, 'each generation is used once');
});

test('leaves no timer and no subscription after a node stops', async () => {
  using folder = createDataFolder();
  await using store = await openStore({ dataDir: folder.path });
  const clock = createFakeClock();
  await using bus = createMemoryBus({ clock, log: silent });
  const listeners = { componentsChanged: [], ownershipChanged: [] };
  const about = { store, bus, listeners, nodeId: 'N', audiences: [], clock, log: silent };
  const uplinks = await createUplinks(about);
  assert.ok(clock.timers() > 0);
  await uplinks[Symbol.asyncDispose]();
  assert.equal(clock.timers(), 0);
  for (const subject of [nodeSubject('N'), cancelledSubject, supersededSubject])
    assert.deepEqual(await bus.request(subject, {}, 1_000), { is: 'no responders' });
});

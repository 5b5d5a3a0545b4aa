import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { until } from '@plenum/testbed/until';
import { createMemoryBus } from '../../kernel/bus/memory-bus.ts';
import { silent } from '../../kernel/log/log.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import { createScriptedBridge, snapshotOf } from './bridge.fixture.ts';
import { type Node, startNode } from './node.fixture.ts';
import { beatInterval } from './registry/heartbeat.ts';
import { spreadPace } from './registry/spread.ts';

it('a moved bridge first answers its pending control, and gets the next one at the other node', {
  skip: postgresMissing,
  timeout: 60_000,
}, async () => {
  await using postgres = await startPostgres();
  await using stack = new AsyncDisposableStack();
  const clock = createFakeClock(Date.now());
  const bus = stack.use(createMemoryBus({ clock, log: silent }));
  const place = { databaseUrl: await postgres.createDatabase(), connections: 4 };
  const audience = 'https://cloud.example';
  const start = async () =>
    stack.use(await startNode({ place, bus, clock, elapsed: clock.now, audiences: [audience] }));
  const [full, empty] = [await start(), await start()];
  await insertAccount(full.cloud.store, 'ann');
  const bridges = [await createScriptedBridge('000000001'), await createScriptedBridge('000000002')];
  const connect = async (bridge: (typeof bridges)[number], { url }: Node) => {
    const connection = await bridge.connect(url, await bridge.sign({ aud: audience }));
    connection.send(snapshotOf(bridge.systemId));
    return connection;
  };
  for (const bridge of bridges) await bridge.pair(full.url, 'ann');
  const [first, second] = bridges;
  const connection = await connect(first!, full);
  await (await connect(second!, full)).nextOf('ack');
  await connection.nextOf('ack');
  const rows = full.cloud.store.db.selectFrom('node').select('seen_at');
  const beat = async () => {
    clock.advance(beatInterval);
    await until('both heartbeats are stored', async () =>
      (await rows.execute()).every(({ seen_at }) => seen_at === clock.now()),
    );
  };
  const control = (node: Node) => node.uplinks.control(first!.systemId, { SysOn: 1 }, clock.now() + 60_000);

  const pending = control(full);
  const { id } = await connection.nextOf('control');
  for (let passed = 0; passed <= spreadPace.steadyFor; passed += beatInterval) await beat();
  await until('one bridge is asked', async () => full.uplinks.moved() === 1);
  const next = control(empty);
  connection.send({ type: 'result', n: 2, id });
  assert.deepEqual(await pending, { answer: 'done' });
  assert.deepEqual(await connection.nextOf('close'), {
    type: 'close',
    reason: 'stopping',
    detail: 'This node has more bridges than the others; another takes over.',
  });

  const moved = await connect(first!, empty);
  moved.send({ type: 'result', n: 2, id: (await moved.nextOf('control')).id });
  assert.deepEqual(await next, { answer: 'done' });
  assert.deepEqual([full.uplinks.size(), empty.uplinks.size()], [1, 1]);
  for (let passed = 0; passed <= 2 * spreadPace.settleFor; passed += beatInterval) await beat();
  assert.deepEqual([full.uplinks.moved(), empty.uplinks.moved()], [1, 0]);
});

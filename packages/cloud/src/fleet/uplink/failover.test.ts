import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { BridgeFrame } from '@plenum/protocol/uplink';
import { type Postgres, postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { until } from '@plenum/testbed/until';
import type { Log } from '../../kernel/log/log.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import { readComponents } from '../component/bridge.fixture.ts';
import { readHouse } from '../component/read-house.ts';
import { createScriptedBridge, snapshotOf } from './bridge.fixture.ts';
import { startNode } from './node.fixture.ts';
import { change } from './paired-node.fixture.ts';
import { beatInterval } from './registry/heartbeat.ts';

const ids = ['123456789', '987654321'] as const;

/** Starts a node over a PostgreSQL database, with two bridges that send a snapshot whenever the cloud asks for one. */
const startWorld = async (postgres: Postgres) => {
  const clock = createFakeClock(Date.now());
  const lines: string[] = [];
  const write: Log['info'] = (_, sentence) => void lines.push(sentence);
  const log: Log = { info: write, warn: () => {}, error: write };
  await using stack = new AsyncDisposableStack();
  const place = { databaseUrl: await postgres.createDatabase(), connections: 4 };
  const node = stack.use(await startNode({ place, clock, log }));
  const { store } = node.cloud;
  await insertAccount(store, 'ann');

  const connect = async (systemId: string) => {
    const bridge = await createScriptedBridge(systemId);
    await bridge.pair(node.url, 'ann');
    const connection = await bridge.connect(node.url);
    connection.send(snapshotOf(systemId));
    assert.deepEqual(await connection.next(), { type: 'ack', n: 1 });
    let state = 0;
    let n = 1;
    let requests = 0;
    let acknowledged = 1;
    const run = async () => {
      for (;;) {
        const frame = await connection.next();
        if (frame.type === 'ack') acknowledged = frame.n;
        else if (frame.type === 'resend') {
          requests++;
          connection.send({ ...snapshotOf(systemId, state), n: ++n } as BridgeFrame);
        } else return assert.fail(JSON.stringify(frame));
      }
    };
    void run().catch(() => {});
    return {
      change: async (SysOn: number) => {
        state = SysOn;
        connection.send(change(++n, SysOn));
        await until('the change is acknowledged', async () => acknowledged === n);
      },
      requests: () => requests,
      isOpen: connection.isOpen,
    };
  };
  const bridges = [await connect(ids[0]), await connect(ids[1])] as const;

  const nodeRow = async () => (await store.db.selectFrom('node').selectAll().executeTakeFirst())?.seen_at;
  const beat = async () => {
    clock.advance(beatInterval);
    await until('the heartbeat is stored', async () => (await nodeRow()) === clock.now());
  };
  const running = stack.move();
  return {
    bridges,
    lines,
    store,
    uplinks: node.uplinks,
    beat,
    /** Advances the clock until a connection to the restarted database works. */
    beatAgain: () =>
      until('the heartbeat is stored', async () => {
        clock.advance(beatInterval);
        return (await nodeRow()) === clock.now();
      }),
    shown: async () =>
      (await readComponents(store.db, 'ann')).map(({ datagram }) => JSON.parse(datagram).SysOn),
    house: (since?: Parameters<typeof readHouse>[2]) =>
      readHouse(store.db, { accountId: 'ann', systemId: ids[0], now: 0 }, since),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};

const options = { skip: postgresMissing, timeout: 60_000 };

it(
  'brings all houses up to date after a failover to a lagging standby, on old connections',
  options,
  async () => {
    await using postgres = await startPostgres();
    await using world = await startWorld(postgres);
    const [one, two] = world.bridges;
    await world.beat();
    const failOver = await postgres.copy();
    await one.change(1);
    await one.change(2);
    const cursor = (await world.house())!.cursor;
    await world.beat();
    assert.deepEqual(await world.shown(), [2, 0]);

    await failOver();
    await world.beatAgain();
    await until('the state is back', async () => (await world.shown())[0] === 2);
    assert.deepEqual([one.requests(), two.requests()], [1, 1]);
    assert.deepEqual([one.isOpen(), two.isOpen()], [true, true]);
    assert.equal(world.uplinks.rollbacks(), 1);
    const lost = /^The database lost changes that it had committed/;
    assert.equal(world.lines.filter((line) => lost.test(line)).length, 1);

    // The versions that the watcher received are used again for other changes.
    await one.change(3);
    const house = await world.house(cursor);
    assert.equal(house?.update?.event, 'snapshot');

    await world.beat();
    await world.beat();
    assert.deepEqual([one.requests(), two.requests()], [1, 1], 'each bridge got one request');
  },
);

it('asks only bridges that changed in the lost second for a snapshot after a failover', options, async () => {
  await using postgres = await startPostgres();
  await using world = await startWorld(postgres);
  const [one, two] = world.bridges;
  await world.beat();
  await two.change(1);
  await world.beat();
  const failOver = await postgres.copy();
  await one.change(1);
  await failOver();
  await world.beatAgain();
  await until('the state is back', async () => (await world.shown())[0] === 1);
  assert.deepEqual([one.requests(), two.requests()], [1, 0]);
  assert.equal(world.uplinks.rollbacks(), 0);
  assert.ok(world.lines.some((line) => /^The database server was restarted or replaced/.test(line)));
});

it(
  'after a restart of the database that lost nothing, no bridge is asked for a snapshot',
  options,
  async () => {
    await using postgres = await startPostgres();
    await using world = await startWorld(postgres);
    const [one, two] = world.bridges;
    await one.change(1);
    await world.beat();
    await postgres.kill();
    await postgres.start();
    await world.beatAgain();
    assert.deepEqual(await world.shown(), [1, 0]);
    assert.deepEqual([one.requests(), two.requests()], [0, 0]);
    assert.equal(world.uplinks.rollbacks(), 0);
  },
);

it('acknowledges a change made during an outage on the same connection afterwards', options, async () => {
  await using postgres = await startPostgres();
  await using world = await startWorld(postgres);
  const [one] = world.bridges;
  await postgres.kill();
  const acknowledged = one.change(1);
  await postgres.start();
  await world.beatAgain();
  await acknowledged;
  assert.deepEqual(await world.shown(), [1, 0]);
  assert.ok(one.isOpen());
});

it('a node whose row was deleted treats the store as rolled back', options, async () => {
  await using postgres = await startPostgres();
  await using world = await startWorld(postgres);
  await world.beat();
  await world.store.db.deleteFrom('node').execute();
  await world.beat();
  assert.equal(world.uplinks.rollbacks(), 1);
});

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Nats, natsMissing, startNats } from '@plenum/testbed/nats';
import { type Postgres, postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import type { Bus } from '../../kernel/bus/bus.ts';
import { openTestBus } from '../../kernel/bus/nats-bus.fixture.ts';
import { insertAccount } from '../bridge/account.fixture.ts';
import {
  createScriptedBridge,
  type ScriptedBridge,
  type ScriptedConnection,
  snapshotOf,
} from './bridge.fixture.ts';
import { cancelledSubject, nodeSubject } from './bus-subjects.ts';
import { type Node, releaseAt, startNode } from './node.fixture.ts';

/** Two nodes sharing one PostgreSQL and one NATS, and a bridge paired at the first. */
interface Pair extends AsyncDisposable {
  readonly nodes: readonly [Node, Node];
  readonly buses: readonly [Bus, Bus];
  readonly bridge: ScriptedBridge;
}

const audience = 'https://cloud.example';
const soon = () => Date.now() + 5_000;

describe('two nodes over PostgreSQL and NATS', { skip: postgresMissing || natsMissing }, () => {
  let postgres: Promise<Postgres> | undefined;
  let nats: Promise<Nats> | undefined;
  after(async () => {
    await (await postgres)?.[Symbol.asyncDispose]();
    await (await nats)?.[Symbol.asyncDispose]();
  });

  const startPair = async (natsUrl?: string): Promise<Pair> => {
    postgres ??= startPostgres();
    nats ??= startNats();
    await using stack = new AsyncDisposableStack();
    const databaseUrl = await (await postgres).createDatabase();
    const url = natsUrl ?? (await nats).url;
    const startOne = async () => {
      const bus = stack.use(await openTestBus(url));
      const place = { databaseUrl, connections: 4 };
      return [stack.use(await startNode({ place, bus, audiences: [audience] })), bus] as const;
    };
    const [one, oneBus] = await startOne();
    const [two, twoBus] = await startOne();
    await insertAccount(one.cloud.store, 'ann');
    const bridge = await createScriptedBridge();
    await bridge.pair(one.url, 'ann');
    const running = stack.move();
    return {
      nodes: [one, two],
      buses: [oneBus, twoBus],
      bridge,
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  };

  const open = async ({ url }: Node, bridge: ScriptedBridge): Promise<ScriptedConnection> => {
    const connection = await bridge.connect(url, await bridge.sign({ aud: audience }));
    connection.send(snapshotOf(bridge.systemId));
    await connection.nextOf('ack');
    return connection;
  };

  /** Replies "done" to every control of a connection, and counts the controls. */
  const obey = (connection: ScriptedConnection) => {
    const ids: string[] = [];
    const run = async () => {
      let n = 1;
      while (connection.isOpen()) {
        const { id } = await connection.nextOf('control');
        ids.push(id);
        connection.send({ type: 'result', n: ++n, id });
      }
    };
    run().catch(() => {});
    return ids;
  };

  it('delivers a command received by one node to the bridge at the other', async () => {
    await using pair = await startPair();
    const [one, two] = pair.nodes;
    const { systemId } = pair.bridge;
    assert.deepEqual(await two.uplinks.control(systemId, { SysOn: 1 }, soon()), { answer: 'absent' });
    const ids = obey(await open(one, pair.bridge));
    assert.deepEqual(await two.uplinks.control(systemId, { SysOn: 1 }, soon()), { answer: 'done' });
    assert.deepEqual(await one.uplinks.control(systemId, { SysOn: 0 }, soon()), { answer: 'done' });
    assert.deepEqual(
      [await one.uplinks.isPresent(systemId), await two.uplinks.isPresent(systemId)],
      [true, true],
    );
    assert.equal(ids.length, 2);
  });

  it('executes a command meant for a stopping node once the bridge is at another node', async () => {
    await using pair = await startPair();
    const [one, two] = pair.nodes;
    const { systemId } = pair.bridge;
    obey(await open(one, pair.bridge));
    const controlled = two.uplinks.control(systemId, { SysOn: 1 }, soon());
    // The command is sent by then, and not yet received.
    await turn();
    await one.uplinks.stop();
    obey(await open(two, pair.bridge));
    assert.deepEqual(await controlled, { answer: 'done' });
  });

  it('returns a refusal as data to the node that received the command', async () => {
    await using pair = await startPair();
    const [one, two] = pair.nodes;
    const connection = await open(one, pair.bridge);
    const data = { code: 'not-paired', path: [], facts: { index: 3 } };
    const refusal = { status: 409, detail: 'Split 3 is not paired.', data };
    const refused = two.uplinks.control(pair.bridge.systemId, { SysOn: 1 }, soon());
    const control = await connection.nextOf('control');
    connection.send({ type: 'result', n: 2, id: control.id, refusal });
    const { data: _, ...sentence } = refusal;
    assert.deepEqual(await refused, { answer: 'refused', ...sentence, refusal: data });
  });

  it('a command cancelled at one node is dropped by the bridge at the other', async () => {
    await using pair = await startPair();
    const [one, two] = pair.nodes;
    const { systemId } = pair.bridge;
    const connection = await open(one, pair.bridge);
    let n = 1;
    const give = async () => {
      const client = new AbortController();
      const answered = two.uplinks.control(systemId, { SysOn: 1 }, soon(), { signal: client.signal });
      const { id } = await connection.nextOf('control');
      client.abort();
      return { id, answered };
    };
    const refusal = { status: 503, detail: 'Nobody waited.' };
    const first = await give();
    assert.deepEqual(await connection.next(), { type: 'cancel', id: first.id });
    connection.send({ type: 'result', n: ++n, id: first.id, refusal, dropped: true });
    assert.deepEqual(await first.answered, { answer: 'dropped' });

    // If the cancellation is lost, the command is executed.
    const { publish } = pair.buses[1];
    pair.buses[1].publish = (subject, message) => {
      if (subject !== cancelledSubject) publish(subject, message);
    };
    const second = await give();
    connection.send({ type: 'result', n: ++n, id: second.id });
    assert.deepEqual(await second.answered, { answer: 'done' });
    const gone = { signal: AbortSignal.abort() };
    assert.deepEqual(await two.uplinks.control(systemId, { SysOn: 1 }, soon(), gone), { answer: 'dropped' });
  });

  it('delivers a read and a write received by one node to the bridge at the other', async () => {
    await using pair = await startPair();
    const [one, two] = pair.nodes;
    const { systemId } = pair.bridge;
    const connection = await open(one, pair.bridge);
    const [read, write] = [
      { path: '/history', query: 'series=unit.Temp' },
      { path: '/energy/tariff', body: { currency: 'AUD' } },
    ];
    const asked = two.uplinks.read(systemId, read, soon());
    assert.deepEqual(await connection.next(), { type: 'read', id: 1, ...read });
    connection.send({ type: 'answer', n: 2, id: 1, status: 200, body: '{"series":{}}' });
    assert.deepEqual(await asked, { answer: 'read', status: 200, body: '{"series":{}}' });
    assert.deepEqual(await connection.next(), { type: 'ack', n: 2 });
    const changed = two.uplinks.write(systemId, write, soon());
    assert.deepEqual(await connection.next(), { type: 'write', id: 2, ...write });
    const data = { code: 'unknown-path', path: [], input: '/energy/tariff', facts: {} };
    const body = 'There is nothing at /energy/tariff.';
    connection.send({ type: 'answer', n: 3, id: 2, status: 404, body, data });
    assert.deepEqual(await changed, { answer: 'cannot' }, 'an older release');
  });

  it('asks each node once for the presence of many bridges', async () => {
    await using pair = await startPair();
    const [one, two] = pair.nodes;
    const [mine, absent] = await Promise.all(['000000002', '000000003'].map(createScriptedBridge));
    for (const bridge of [mine!, absent!]) await bridge.pair(one.url, 'ann');
    await Promise.all([open(one, pair.bridge), open(two, mine!)]);
    const asked: string[] = [];
    const { request } = pair.buses[1];
    pair.buses[1].request = (subject, ...rest) => {
      asked.push(subject);
      return request(subject, ...rest);
    };
    const all = [pair.bridge, mine!, absent!].map(({ systemId }) => systemId);
    assert.deepEqual(all.map(await two.uplinks.readPresence('ann')), [true, true, false]);
    assert.deepEqual(asked, [nodeSubject(one.cloud.nodeId)]);
    assert.deepEqual(all.map(await two.uplinks.readPresence('bob')), [false, false, false]);

    // A crashed node did not record the end of its connection.
    await pair.buses[0][Symbol.asyncDispose]();
    assert.deepEqual(all.map(await two.uplinks.readPresence('ann')), [false, true, false]);
    pair.buses[1].request = async () => ({ is: 'unreachable' });
    assert.deepEqual(all.map(await two.uplinks.readPresence('ann')), [undefined, true, false]);
  });

  it('closes the first connection if a bridge moves to another node, and executes once', async () => {
    await using pair = await startPair();
    const [one, two] = pair.nodes;
    const { systemId } = pair.bridge;
    const older = await open(one, pair.bridge);
    const ids = obey(await open(two, pair.bridge));
    await older.closed;
    while (one.uplinks.size() > 0) await new Promise((resolve) => void setImmediate(resolve));
    assert.deepEqual(await one.uplinks.control(systemId, { SysOn: 1 }, soon()), { answer: 'done' });
    assert.equal(ids.length, 1);
  });

  it('disconnects a bridge at one node if it is released at the other', async () => {
    await using pair = await startPair();
    const [one, two] = pair.nodes;
    const connection = await open(one, pair.bridge);
    assert.equal(
      await releaseAt(two, { accountId: 'ann', address: '192.0.2.1' }, pair.bridge.systemId),
      true,
    );
    await connection.closed;
    // NATS processes the unsubscription before the next request on the same connection.
    await pair.buses[0].subscribe('after', () => {});
    assert.deepEqual(await two.uplinks.control(pair.bridge.systemId, { SysOn: 1 }, Date.now() + 500), {
      answer: 'absent',
    });
  });

  it('admits a token presented to two nodes at the same time only once', async () => {
    await using pair = await startPair();
    const token = await pair.bridge.sign({ aud: audience });
    const tries = pair.nodes.flatMap(({ url }) => [
      pair.bridge.connect(url, token),
      pair.bridge.connect(url, token),
    ]);
    const results = await Promise.allSettled(tries);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const result of results)
      if (result.status === 'rejected') assert.equal((result.reason as Error).message, '401 token-used');
  });

  it('stores nothing from a replaced connection, even if its node missed the message', async () => {
    await using pair = await startPair();
    const [one, two] = pair.nodes;
    const replaced = await open(one, pair.bridge);
    // The message about the newer connection is lost, because the node no longer receives anything.
    await pair.buses[0][Symbol.asyncDispose]();
    await open(two, pair.bridge);
    const components = [{ kind: 'unit', index: 0, datagram: { SysOn: 1 } }] as const;
    replaced.send({ type: 'change', n: 2, at: 1, components, removed: [] });
    await replaced.closed;
    const rows = await two.cloud.store.db.selectFrom('component').select('datagram').execute();
    assert.deepEqual(rows, [{ datagram: '{"SysOn":0}' }]);
  });

  it('reaches its own bridges while NATS is down, and reports that it cannot reach others', async () => {
    await using own = await startNats();
    await using pair = await startPair(own.url);
    const [one, two] = pair.nodes;
    const { systemId } = pair.bridge;
    obey(await open(one, pair.bridge));
    await own.kill();
    while (pair.buses.some((bus) => bus.isUp())) await new Promise((resolve) => void setTimeout(resolve, 5));
    assert.deepEqual(await one.uplinks.control(systemId, { SysOn: 1 }, soon()), { answer: 'done' });
    assert.deepEqual(await two.uplinks.control(systemId, { SysOn: 1 }, soon()), { answer: 'unreachable' });
    assert.equal(await two.uplinks.isPresent(systemId), undefined);
    await own.start();
    while (!pair.buses.every((bus) => bus.isUp()))
      await new Promise((resolve) => void setTimeout(resolve, 5));
    let answer = 'absent';
    while (answer === 'absent') ({ answer } = await two.uplinks.control(systemId, { SysOn: 1 }, soon()));
    assert.equal(answer, 'done');
  });
});

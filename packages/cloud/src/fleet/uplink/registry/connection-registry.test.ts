import assert from 'node:assert/strict';

import { describe, it, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/platform/fake-clock';
import type { Bus, BusResult } from '../../../kernel/bus/bus.ts';

import { createMemoryBus } from '../../../kernel/bus/memory-bus.ts';
import { silent } from '../../../kernel/log/log.ts';
import type { BridgeReply } from '../../controls/bridge-reply.ts';
import { type BridgeRequest, nodeSubject, presenceSubject } from '../bus-subjects.ts';
import type { BridgeConnection } from '../connection/connection.ts';
import { createConnectionRegistry } from './connection-registry.ts';

const systemId = '000000001';

/** Creates a connection of one bridge that always gives the same reply, and records the calls to the connection. */
const createAnswering = (epoch = 1, reply: BridgeReply = { answer: 'done' }, isOpen = true) => {
  const closed: string[] = [];
  const asked: unknown[] = [];
  const answer = async (...what: unknown[]) => {
    asked.push(what);
    return reply;
  };
  const connection = {
    systemId,
    epoch,
    control: answer,
    read: answer,
    write: answer,
    isOpen: () => isOpen,
    close: (reason: string) => void closed.push(reason),
    cancel: (token: string) => void asked.push(`cancel ${token}`),
  } as unknown as BridgeConnection;
  return { connection, closed, asked };
};

/** Starts two nodes, `N` and `M`, that can reach each other. */
const start = async () => {
  const stack = new AsyncDisposableStack();
  const clock = createFakeClock(1_000);
  const bus = stack.use(createMemoryBus({ clock, log: silent }));
  const open = async (nodeId: string) =>
    stack.use(await createConnectionRegistry({ bus, nodeId, now: clock.now }));
  const [own, other] = [await open('N'), await open('M')];
  return { clock, bus, own, other, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

const control: BridgeRequest = { ask: 'control', command: { SysOn: 1 }, deadline: 2_000 };

test('closes an older connection that arrives late, and keeps the newer one', async () => {
  await using nodes = await start();
  const { own } = nodes;
  const [older, newer, newest] = [1, 2, 3].map((epoch) => createAnswering(epoch));
  own.add(newer!.connection);
  own.add(older!.connection);
  assert.deepEqual([older!.closed, newer!.closed], [['replaced'], []]);
  assert.deepEqual([...own.all()], [newer!.connection]);
  own.add(newest!.connection);
  assert.deepEqual([newer!.closed, newest!.closed], [['replaced'], []]);
  assert.deepEqual([...own.all()], [newest!.connection]);
  own.remove(newer!.connection);
  assert.equal(own.size(), 1, 'the end of the older one does not remove the newer one');
  own.add(newest!.connection);
  assert.deepEqual(newest!.closed, [], 'a connection does not replace itself');
});

test('closes older connections of a bridge at another node, but not one with the same number', async () => {
  await using nodes = await start();
  const { own, other } = nodes;
  const [older, newer] = [createAnswering(1), createAnswering(2)];
  own.add(older.connection);
  await turn();
  other.add(newer.connection);
  await turn();
  assert.deepEqual([older.closed, newer.closed], [['replaced'], []]);
  own.supersede({ systemId, epoch: 2, why: 'released' });
  own.supersede({ systemId: '000000009', epoch: 9, why: 'released' });
  await turn();
  assert.deepEqual(newer.closed, []);
  own.supersede({ systemId, epoch: 3, why: 'released' });
  await turn();
  assert.deepEqual(newer.closed, ['released']);
  other.supersede({ systemId, epoch: 4, why: 'released' });
  assert.deepEqual(newer.closed, ['released', 'released'], "the bridge's own node does not wait for the bus");
});

describe('a request to a bridge', () => {
  it('reaches a bridge from both nodes once its connection is announced, until it is removed', async () => {
    await using nodes = await start();
    const { own, other } = nodes;
    const { connection, asked } = createAnswering();
    const requestBoth = () =>
      Promise.all([own, other].map(async (node) => (await node.request(systemId, control, 2_000)).answer));
    own.add(connection);
    assert.deepEqual(await requestBoth(), ['absent', 'absent']);
    assert.deepEqual(asked, []);
    await own.announce(connection);
    assert.deepEqual(await requestBoth(), ['done', 'done']);
    assert.deepEqual(asked, [[control], [control]]);
    own.remove(connection);
    assert.deepEqual(await requestBoth(), ['absent', 'absent']);
  });

  it('forwards a control, a read, a write and a presence check as the same kind of request', async () => {
    await using nodes = await start();
    const { connection, asked } = createAnswering(1, { answer: 'cannot' });
    nodes.own.add(connection);
    await nodes.own.announce(connection);
    const rest = { command: {}, deadline: 0 } as const;
    const read: BridgeRequest = { ask: 'read', path: '/energy', query: '', ...rest, deadline: 1_500 };
    const write: BridgeRequest = { ask: 'write', path: '/alerts', body: {}, ...rest, deadline: 1_600 };
    for (const request of [control, read, write])
      assert.deepEqual(await nodes.own.request(systemId, request, 2_000), { answer: 'cannot' });
    assert.deepEqual(asked, [[control], [read, 1_500], [write, 1_600]]);
    assert.deepEqual(await nodes.own.request(systemId, { ask: 'presence' }, 2_000), { answer: 'done' });
    assert.equal(asked.length, 3);
  });

  it("sends a request to the bridge's current node if the connection to this node has ended", async () => {
    await using nodes = await start();
    const { own, other } = nodes;
    const [ended, current] = [createAnswering(1, { answer: 'absent' }, false), createAnswering(1)];
    own.add(ended.connection);
    await own.announce(ended.connection);
    let reply: BridgeReply | undefined;
    const request = own.request(systemId, control, 2_000).then((answer) => {
      reply = answer;
    });
    await turn();
    assert.equal(reply, undefined, 'an ended connection does not respond for its successors');
    nodes.clock.advance(1_000);
    await request;
    assert.deepEqual(reply, { answer: 'silent' });
    other.add(current.connection);
    await other.announce(current.connection);
    assert.deepEqual(await own.request(systemId, control, 3_000), { answer: 'done' });
  });

  it('a connection of a stopping node immediately replies that it accepts no more controls', async () => {
    await using nodes = await start();
    const { own, other } = nodes;
    const { connection } = createAnswering(1, { answer: 'absent' });
    own.add(connection);
    await own.announce(connection);
    assert.deepEqual(await other.request(systemId, control, 2_000), { answer: 'absent' });
  });

  it('a connection that ended while it was being announced does not answer requests', async () => {
    await using nodes = await start();
    const { own, bus } = nodes;
    const { connection } = createAnswering();
    own.add(connection);
    const announced = own.announce(connection);
    own.remove(connection);
    await announced;
    assert.deepEqual(await own.request(systemId, control, 2_000), { answer: 'absent' });
    await own[Symbol.asyncDispose]();
    assert.deepEqual(await bus.request(nodeSubject('N'), [], 1_000), { is: 'no responders' });
  });

  it('a stopped node does not answer requests', async () => {
    await using nodes = await start();
    const { connection } = createAnswering();
    nodes.own.add(connection);
    await nodes.own.announce(connection);
    await nodes.own[Symbol.asyncDispose]();
    assert.deepEqual(await nodes.other.request(systemId, control, 2_000), { answer: 'absent' });
  });

  it('cancels a control by its token at the node that has the bridge', async () => {
    await using nodes = await start();
    const { connection, asked } = createAnswering();
    nodes.own.add(connection);
    nodes.own.cancel({ systemId: '000000009', token: 'a' });
    nodes.other.cancel({ systemId, token: 'b' });
    await turn();
    assert.deepEqual(asked, ['cancel b']);
    nodes.own.cancel({ systemId, token: 'c' });
    assert.deepEqual(asked, ['cancel b', 'cancel c']);
  });
});

test('publishes a bridge’s presence when its connection is announced and when it ends', async () => {
  await using nodes = await start();
  const { own, bus } = nodes;
  let published = 0;
  await bus.subscribe(presenceSubject(systemId), () => void published++);
  const { connection } = createAnswering();
  own.add(connection);
  own.remove(connection);
  await turn();
  assert.equal(published, 0);
  own.add(connection);
  await own.announce(connection);
  await turn();
  assert.equal(published, 1);
  own.remove(connection);
  own.remove(connection);
  await turn();
  assert.equal(published, 2);
});

describe('requests over a scripted bus', () => {
  const openOn = async (answer: BusResult | ((message: readonly string[]) => BusResult)) => {
    const asked: (readonly [subject: string, message: unknown, milliseconds: number])[] = [];
    const bus: Bus = {
      publish: () => {},
      subscribe: async () => async () => {},
      request: async (...request) => {
        asked.push(request);
        return typeof answer === 'function' ? answer(request[1] as readonly string[]) : answer;
      },
      isUp: () => true,
      [Symbol.asyncDispose]: async () => {},
    };
    return { asked, registry: await createConnectionRegistry({ bus, nodeId: 'N', now: () => 1_000 }) };
  };

  it('sends the remaining time over the bus, and returns the reply or why there is none', async () => {
    for (const [answer, expected] of [
      [{ is: 'reply', message: { answer: 'done' } }, 'done'],
      [{ is: 'no responders' }, 'absent'],
      [{ is: 'timeout' }, 'silent'],
      [{ is: 'unreachable' }, 'unreachable'],
    ] as const) {
      const { asked, registry } = await openOn(answer);
      assert.deepEqual(await registry.request(systemId, control, 3_500), { answer: expected });
      assert.deepEqual(asked, [[`bridge.${systemId}.control`, control, 2_500]]);
    }
  });

  it('asks a node for its bridges in messages of 20,000 ids', async () => {
    const ids = Array.from({ length: 20_001 }, (_, index) => String(index));
    for (const [count, lengths] of [
      [0, []],
      [20_000, [20_000]],
      [20_001, [20_000, 1]],
    ] as const) {
      const { asked, registry } = await openOn((some) => ({ is: 'reply', message: some }));
      const some = ids.slice(0, count);
      assert.deepEqual(await registry.requestNode('M', some, 3_500), some);
      assert.deepEqual(
        asked.map(([, message]) => (message as readonly string[]).length),
        lengths,
      );
      for (const [subject, , milliseconds] of asked)
        assert.deepEqual([subject, milliseconds], ['node.M.bridges', 2_500]);
    }
  });

  it('counts no bridges at a silent node, and returns undefined if the bus is unreachable', async () => {
    for (const is of ['timeout', 'no responders'] as const) {
      const { registry } = await openOn({ is });
      assert.deepEqual(await registry.requestNode('M', [systemId], 2_000), []);
    }
    const { registry } = await openOn({ is: 'unreachable' });
    assert.equal(await registry.requestNode('M', [systemId], 2_000), undefined);
    assert.deepEqual(
      await registry.requestNode('N', [systemId], 2_000),
      [],
      'this node does not need the bus',
    );
  });
});

test('reports the bridges a node has announced, to itself and to other nodes', async () => {
  await using nodes = await start();
  const { own, other } = nodes;
  const { connection } = createAnswering();
  const ids = [systemId, '000000009'];
  own.add(connection);
  assert.deepEqual(await own.requestNode('N', ids, 2_000), []);
  await own.announce(connection);
  assert.deepEqual(await own.requestNode('N', ids, 2_000), [systemId]);
  assert.deepEqual(await other.requestNode('N', ids, 2_000), [systemId]);
  assert.deepEqual(await other.requestNode('M', ids, 2_000), []);
});

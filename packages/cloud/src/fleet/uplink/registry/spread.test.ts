import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createMemoryBus } from '../../../kernel/bus/memory-bus.ts';
import { silent } from '../../../kernel/log/log.ts';
import type { BridgeConnection } from '../connection/connection.ts';
import { type Spread, spreadPace, startSpread } from './spread.ts';

const { steadyFor, silentAfter, perStep, perRound, settleFor, onceIn } = spreadPace;

interface FakeNode {
  readonly name: string;
  readonly connections: Map<string, BridgeConnection>;
  readonly spread: Spread;
  /** A frozen node neither announces its bridges nor moves any. */
  isFrozen: boolean;
}

/** Chooses the node for a bridge that left another one. */
type Balancer = (nodes: readonly FakeNode[], from: FakeNode) => FakeNode;

const leastConnections: Balancer = (nodes) =>
  nodes.toSorted((a, b) => a.connections.size - b.connections.size)[0]!;
const hashing: Balancer = (_, from) => from;

/** Nodes on one bus, whose bridges reconnect two seconds after they were asked to. */
const openFleet = (balancer: Balancer, { isOn = true } = {}) => {
  const clock = createFakeClock(0);
  const bus = createMemoryBus({ clock, log: silent });
  const nodes: FakeNode[] = [];
  const moves: { readonly systemId: string; readonly at: number; readonly from: string }[] = [];
  const log: (readonly [string, object, string])[] = [];
  const connect = (node: FakeNode, systemId: string, isHosted = false) =>
    node.connections.set(systemId, { systemId, isHosted, isOpen: () => true } as BridgeConnection);
  let bridges = 0;
  const join = async (name: string, count: number) => {
    const connections = new Map<string, BridgeConnection>();
    const node: FakeNode = {
      name,
      connections,
      isFrozen: false,
      spread: await startSpread({
        bus,
        isOn,
        nodeId: name,
        elapsed: clock.now,
        registry: { all: () => connections.values() },
        move: ({ systemId }) => {
          moves.push({ systemId, at: clock.now(), from: name });
          connections.delete(systemId);
          const healthy = nodes.filter(({ isFrozen }) => !isFrozen);
          clock.after(2_000, () => connect(balancer(healthy, node), systemId));
        },
        log: {
          ...silent,
          info: (facts, text) => void log.push(['info', facts, text]),
          warn: (facts, text) => void log.push(['warn', facts, text]),
        },
      }),
    };
    nodes.push(node);
    for (let added = 0; added < count; added++) connect(node, `b${bridges++}`);
    return node;
  };
  return {
    nodes,
    moves,
    log,
    join,
    connect,
    now: clock.now,
    counts: () => nodes.map(({ connections }) => connections.size),
    leave: async (node: FakeNode) => {
      node.spread.leave();
      nodes.splice(nodes.indexOf(node), 1);
      await turn();
    },
    /** Lets time pass, in steps of one second. */
    pass: async (milliseconds: number) => {
      for (const end = clock.now() + milliseconds; clock.now() < end; ) {
        clock.advance(Math.min(1_000, end - clock.now()));
        for (const { spread, isFrozen } of nodes) if (!isFrozen) spread.step();
        await turn();
      }
    },
  };
};

/** Opens a fleet of nodes with these numbers of bridges. */
const openWith = async (counts: readonly number[], balancer = leastConnections, about = {}) => {
  const fleet = openFleet(balancer, about);
  for (const [index, count] of counts.entries()) await fleet.join('ABCDEFGHIJ'[index]!, count);
  return fleet;
};

describe('spreading bridges', () => {
  it('spreads 200 bridges over an empty node within two minutes, moving each at most once', async () => {
    const fleet = await openWith([101, 99, 0]);
    await fleet.pass(120_000);
    assert.deepEqual(fleet.counts(), [67, 67, 66]);
    assert.equal(new Set(fleet.moves.map(({ systemId }) => systemId)).size, fleet.moves.length);
    assert.equal(fleet.moves.length, 66);
    assert.deepEqual(
      fleet.nodes.map(({ spread }) => spread.moved()),
      [34, 32, 0],
    );
    const text = 'this node has more bridges than its share, and asks some to reconnect';
    assert.deepEqual(fleet.log, [
      ['info', { bridges: 101, others: [99, 0], asked: 34 }, text],
      ['info', { bridges: 99, others: [101, 0], asked: 32 }, text],
    ]);
  });

  it('moves five bridges a second, a hundred in a round, and then waits to compare the counts', async () => {
    const fleet = await openWith([600, 0]);
    await fleet.pass(steadyFor + 120_000);
    assert.deepEqual(fleet.counts(), [300, 300]);
    const times = [...Map.groupBy(fleet.moves, ({ at }) => at)].map(
      ([at, moved]) => [at, moved.length] as const,
    );
    assert.ok(times.every(([, count]) => count === perStep));
    const pauses = times.slice(1).map(([at], index) => at - times[index]![0]);
    const round = [...Array(perRound / perStep - 1).fill(1_000), settleFor];
    assert.deepEqual(pauses, [...round, ...round, ...round.slice(0, -1)]);
  });

  it('moves bridges only if no node has come or gone for half a minute', async () => {
    const fleet = await openWith([100, 100]);
    await fleet.pass(60_000);
    const added = await fleet.join('C', 0);
    await fleet.pass(1_000);
    await fleet.pass(steadyFor - 1_000);
    assert.deepEqual(fleet.moves, []);
    await fleet.pass(1_000);
    assert.equal(fleet.moves.length, 2 * perStep);
    // A round in progress ends when a node leaves, and a node that leaves announces nothing more.
    await fleet.leave(added);
    added.spread.step();
    await fleet.join('D', 0);
    await fleet.pass(steadyFor);
    assert.equal(fleet.moves.length, 2 * perStep);
  });

  it('moves no bridge during a rolling restart, but once the last node is back', async () => {
    const fleet = await openWith([67, 67, 66]);
    await fleet.pass(60_000);
    for (const node of [...fleet.nodes]) {
      await fleet.leave(node);
      for (const systemId of node.connections.keys())
        fleet.connect(leastConnections(fleet.nodes, node), systemId);
      await fleet.pass(10_000);
      await fleet.join(`${node.name}2`, 0);
      await fleet.pass(10_000);
    }
    assert.deepEqual(fleet.moves, []);
    assert.deepEqual(fleet.counts(), [100, 100, 0]);
    await fleet.pass(90_000);
    assert.deepEqual(fleet.counts(), [67, 67, 66]);
  });

  it('moves a bridge at most once in ten minutes, also if different nodes have it', async () => {
    // Sends every bridge to the node with the most bridges except the one that it left.
    const worst: Balancer = (nodes, from) =>
      nodes.filter((node) => node !== from).toSorted((a, b) => b.connections.size - a.connections.size)[0]!;
    const fleet = await openWith([40, 0, 0], worst);
    for (let minutes = 0; minutes < 40; minutes += 5) {
      await fleet.pass(300_000);
      // Nodes that gave up begin again.
      await fleet.leave(await fleet.join('X', 0));
    }
    const perBridge = Map.groupBy(fleet.moves, ({ systemId }) => systemId)
      .values()
      .toArray();
    assert.ok(perBridge.some((moves) => moves.length > 1 && moves[0]!.from !== moves[1]!.from));
    for (const moves of perBridge)
      for (const [index, { at }] of moves.slice(1).entries())
        assert.ok(at - moves[index]!.at >= onceIn, `${at}`);
  });
});

describe('leaving bridges where they are', () => {
  it('stops after three useless rounds, logs that once, and starts again when a node comes', async () => {
    const fleet = await openWith([20, 0, 0], hashing);
    await fleet.pass(600_000);
    assert.equal(fleet.moves.length, 20, 'after two rounds every bridge was asked');
    await fleet.pass(3_600_000);
    const warnings = fleet.log.filter(([level]) => level === 'warn');
    assert.deepEqual(warnings, [
      [
        'warn',
        { bridges: 20, others: [0, 0] },
        'This node has more bridges than its share, and they come back when they are asked to reconnect. It asks no more of them until a node comes or goes. Let the load balancer choose the node with the fewest connections.',
      ],
    ]);
    const { length } = fleet.moves;
    await fleet.pass(3_600_000);
    assert.equal(fleet.moves.length, length);
    await fleet.join('D', 0);
    await fleet.pass(steadyFor + 2_000);
    assert.ok(fleet.moves.length > length);
  });

  it('stops after 300 bridges have come back', async () => {
    const fleet = await openWith([1_000, 0], hashing);
    await fleet.pass(3_600_000);
    assert.equal(fleet.moves.length, 3 * perRound);
    assert.ok(fleet.moves.at(-1)!.at <= steadyFor + 91_000);
    assert.equal(fleet.log.filter(([level]) => level === 'warn').length, 1);

    // The balancer is mended, and the counts are even for a moment.
    const [full, empty] = fleet.nodes;
    const half = [...full!.connections.keys()].slice(500);
    const swap = (from: FakeNode, to: FakeNode) => {
      for (const systemId of half) {
        from.connections.delete(systemId);
        fleet.connect(to, systemId);
      }
    };
    swap(full!, empty!);
    await fleet.pass(2_000);
    swap(empty!, full!);
    await fleet.pass(1_000);
    assert.equal(fleet.moves.length, 3 * perRound + perStep, 'it starts again');
  });

  it('neither moves nor counts hosted bridges', async () => {
    const fleet = await openWith([0, 0]);
    for (let house = 0; house < 50; house++) fleet.connect(fleet.nodes[0]!, `h${house}`, true);
    for (let bridge = 0; bridge < 4; bridge++) fleet.connect(fleet.nodes[0]!, `o${bridge}`);
    await fleet.pass(120_000);
    assert.deepEqual(fleet.counts(), [52, 2]);
    assert.ok(fleet.moves.every(({ systemId }) => systemId.startsWith('o')));
  });

  it('moves nothing if a node hears of no other, or if spreading is off', async () => {
    const alone = await openWith([100]);
    const off = await openWith([100, 0], leastConnections, { isOn: false });
    for (const fleet of [alone, off]) {
      await fleet.pass(600_000);
      assert.deepEqual(fleet.moves, []);
    }
  });

  it('forgets the count of a frozen node, and uses the node half a minute after it returns', async () => {
    const fleet = await openWith([60, 60, 60]);
    await fleet.pass(60_000);
    const [frozen, second] = fleet.nodes;
    frozen!.isFrozen = true;
    await fleet.pass(silentAfter);
    // Its bridges notice, and are at the other nodes.
    for (const systemId of frozen!.connections.keys()) fleet.connect(second!, systemId);
    frozen!.connections.clear();
    await fleet.pass(steadyFor + 60_000);
    assert.deepEqual(fleet.counts(), [0, 90, 90], 'only the two nodes that respond count');
    frozen!.isFrozen = false;
    const { length } = fleet.moves;
    await fleet.pass(steadyFor - 1_000);
    assert.equal(fleet.moves.length, length);
    await fleet.pass(61_000);
    assert.deepEqual(fleet.counts(), [60, 60, 60]);
  });

  it('moves nothing for half a minute after its own node was frozen', async () => {
    const fleet = await openWith([100, 0]);
    await fleet.pass(steadyFor + 2_000);
    const [frozen] = fleet.nodes;
    const { length } = fleet.moves;
    assert.ok(length > 0);
    frozen!.isFrozen = true;
    await fleet.pass(silentAfter);
    frozen!.isFrozen = false;
    await fleet.pass(steadyFor - 1_000);
    assert.equal(fleet.moves.length, length);
    await fleet.pass(60_000);
    assert.deepEqual(fleet.counts(), [50, 50]);
  });
});

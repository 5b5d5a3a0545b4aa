import { setTimeout as pause } from 'node:timers/promises';
import { startFleet } from '@plenum/cli/fleet';
import { alternate } from '../alternate.ts';
import { type Child, startChild } from '../child.ts';
import type { Samples } from '../measured.ts';
import { startCloudEnvironment, until } from './environment.ts';

/** The memory of each bridge, in kB, and the seconds until all are back after their node was killed. */
interface Back extends Memory {
  readonly seconds: number;
}

/** Memory of a node in kB, of three kinds (`Child`). */
interface Memory {
  readonly shown: number;
  readonly retained: number;
  readonly heap: number;
}

interface Side {
  readonly url: string;
  readonly child: () => Child;
  readonly restart: () => Promise<void>;
}

/** Measures many bridges: the memory of a node for each, and the time until all are back after the node was killed. */
export async function measureFleetOf(count: number): Promise<readonly Samples[]> {
  await using environment = await startCloudEnvironment({ count });
  const { key, systemIds } = environment;
  await using bare = await startBareEnvironment();
  const loseAndRegain = async ({ url, child, restart }: Side): Promise<Back> => {
    const connect = (some: readonly string[]) =>
      startFleet({ cloud: url, key, systemIds: some, changesPerSecond: () => 0, connectsPerSecond: 2_500 });
    await restart();
    {
      // Excludes what only the first connections load.
      await using first = connect(systemIds.slice(0, 100));
      await until(() => first.metrics.connected === 100);
    }
    const before = await readMemory(child());
    await using fleet = connect(systemIds);
    await until(() => fleet.metrics.connected === count);
    await pause(1_000);
    const after = await readMemory(child());
    const each = (kind: keyof Memory) => (after[kind] - before[kind]) / count;
    const memory = { shown: each('shown'), retained: each('retained'), heap: each('heap') };
    const { opened } = fleet.metrics;
    await restart();
    const upAt = performance.now();
    await until(() => fleet.metrics.connected === count && fleet.metrics.opened - opened >= count);
    return { seconds: (performance.now() - upAt) / 1_000, ...memory };
  };
  const { ours, limit } = await alternate({
    ours: () => loseAndRegain(environment),
    limit: () => loseAndRegain(bare),
  });
  const toSamples = (name: string, figure: keyof Back): Samples => ({
    name,
    ours: ours.map((back) => back[figure]),
    others: { 'bare ws': limit.map((back) => back[figure]) },
  });
  return [
    toSamples('resident memory of a bridge', 'shown'),
    toSamples('memory in use of a bridge', 'retained'),
    toSamples('heap of a bridge', 'heap'),
    toSamples(`${count.toLocaleString('en')} bridges back after a kill`, 'seconds'),
  ];
}

/** Reads what an operator sees first, because the others release memory. */
const readMemory = async (child: Child): Promise<Memory> => {
  const shown = (await child.shown()) / 1_024;
  const heap = (await child.heap()) / 1_024;
  return { shown, heap, retained: (await child.retained()) / 1_024 };
};

/** Starts the limit, which accepts every bridge. */
const startBareEnvironment = async () => {
  let child = await startChild('peers/bare-ws');
  const { port } = child;
  return {
    url: `http://127.0.0.1:${port}`,
    child: () => child,
    restart: async () => {
      await child.kill();
      child = await startChild('peers/bare-ws', [`${port}`]);
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
};

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBridgeKey } from '@plenum/bridge/uplink';
import { type Fleet, type FleetConfig, startFleet } from '@plenum/cli/fleet';
import { enterAccount } from '@plenum/testbed/account';
import { type Child, startChild } from '../child.ts';

export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(20);
}

/** Starts a cloud in a separate process, with a connected fleet and the demo account. */
export async function startCloudEnvironment({
  count,
  databaseUrl,
  accounts = 0,
  isLimited = false,
}: {
  readonly count: number;
  /** Number of other accounts, each with a bridge. */
  readonly accounts?: number;
  /** True if the cloud has the limits it ships with. */
  readonly isLimited?: boolean;
  readonly databaseUrl?: string;
}) {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const key = await openBridgeKey(folder);
  const systemIds = Array.from({ length: count }, (_, index) => String(900_000_000 + index));
  const options = {
    isLimited,
    dataDir: join(folder, 'cloud'),
    ...(databaseUrl !== undefined && { databaseUrl }),
  };
  const start = (more: object) => startChild('servers/cloud', [JSON.stringify({ ...options, ...more })]);
  const paired = { accounts, fleet: { keyId: key.id, jwk: key.publicJwk, systemIds } };
  const cloud: { child: Child } = { child: await start({ httpPort: 0, ...paired }) };
  stack.defer(() => cloud.child[Symbol.asyncDispose]());
  const { port } = cloud.child;
  const url = `http://127.0.0.1:${port}`;
  const fleetOf = (more: Partial<FleetConfig> = {}): Fleet =>
    startFleet({ cloud: url, key, systemIds, changesPerSecond: () => 0, connectsPerSecond: 1_000, ...more });
  const running = stack.move();
  return {
    url,
    key,
    systemIds,
    fleetOf,
    child: () => cloud.child,
    enter: () => enterAccount(url),
    /** Kills the cloud and restarts it on the same port. */
    restart: async () => {
      await cloud.child.kill();
      cloud.child = await start({ httpPort: port });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export type CloudEnvironment = Awaited<ReturnType<typeof startCloudEnvironment>>;

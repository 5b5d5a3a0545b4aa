import { randomUUID } from 'node:crypto';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { until } from '@plenum/testbed/until';
import { type Child, startChild } from '../../bench/child.ts';
import { send } from './exchange.ts';

/** The name that the house of the demo account has, which no other account may ever see. */
export const secretName = 'zq7 secret';

/** A cloud in a separate process, with a bridge of the demo account whose clock stands still. */
export interface FuzzedCloud {
  readonly process: Child;
  readonly port: number;
  readonly url: string;
  /** The demo account, which owns the bridge. */
  readonly owner: Awaited<ReturnType<typeof enterAccount>>;
  readonly systemId: string;
}

const discover = async (port: number, access: string): Promise<string> =>
  send(port, {
    method: 'POST',
    target: '/dev',
    headers: { Authorization: `Bearer ${access}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ requestId: randomUUID(), requestType: 'Discover' }),
  });

/** Starts a cloud as the benchmarks do: without limits of the rate of requests. */
export async function startCloudProcess(
  stack: AsyncDisposableStack,
  more: {
    readonly hasAssistants?: boolean;
    readonly hasTestUsers?: boolean;
    readonly tls?: { readonly cert: string; readonly key: string };
  } = {},
): Promise<Child> {
  const { path: dataDir } = stack.use(createDataFolder());
  const options = { isLimited: false, accounts: 0, dataDir, httpPort: 0, ...more };
  const fleet = { keyId: '', jwk: {}, systemIds: [] };
  return stack.use(await startChild('servers/cloud', [JSON.stringify({ ...options, fleet })]));
}

/** Starts the cloud and its bridge. */
export async function startCloud(stack: AsyncDisposableStack): Promise<FuzzedCloud> {
  const process = await startCloudProcess(stack, { hasAssistants: true });
  const { port } = process;
  const url = `http://127.0.0.1:${port}`;
  const owner = await enterAccount(url);
  const token = await owner.allowPairing();
  stack.use(await startChild('servers/paired-bridge', [JSON.stringify({ cloud: url, token })]));
  const { access } = await owner.allowApp('query-control history lighting');
  let systemId: string | undefined;
  await until('the bridge is connected', async () => {
    systemId = /"(\d{9})_hvac_zone_0"/.exec(await discover(port, access))?.[1];
    return systemId !== undefined;
  });
  await owner.call(`/console/bridges/${systemId}/name`, { name: secretName });
  return { process, port, url, owner, systemId: systemId! };
}

/** Returns a check that the process did not grow while it was fuzzed. */
export async function limitGrowth({ process }: Pick<FuzzedCloud, 'process'>): Promise<() => Promise<void>> {
  const before = await process.resident();
  return async () => {
    const grown = (await process.resident()) - before;
    if (grown > maxGrowth) throw new Error(`the process of the cloud grew by ${grown} bytes`);
  };
}

/** Maximum growth of a process in bytes: caches that are bounded, and memory that V8 keeps for later use. */
const maxGrowth = 256 * 2 ** 20;

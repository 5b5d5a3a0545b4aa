import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openBridgeKey } from '@plenum/bridge/uplink';
import type { Ledger } from '@plenum/cloud/testbed';
import { demo, enterAccount } from '../account.ts';
import { type AppResponse, requestAsApp } from '../app-request.ts';
import { createDataFolder } from '../data-folder.ts';
import { createFleet, readAcknowledged } from '../fleet.ts';
import { startNats } from '../nats.ts';
import { plenumBin } from '../plenum.ts';
import { startPostgres } from '../postgres.ts';
import { type Running, startProcess } from '../process.ts';
import { startReceiver } from '../receiver.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { startBalancer } from './load-balancer.ts';

/** The result of a control, over all attempts with one request id. */
interface RepeatedControl {
  readonly name: string;
  readonly isOk: boolean;
  /** Number of attempts that did not get the response OK. */
  readonly failed: number;
}

/** Number of bridges that change at the same time under load, at most a fifth of them. */
const changedAtOnce = 4;

type Environment = Readonly<Record<string, string>>;

/** A node: `plenum cloud` in a separate process. */
interface NodeProcess extends Running {
  readonly port: number;
  readonly url: string;
}

/** Rejects with the output of the node if it does not start. */
const startNodeProcess = async (env: Environment, command: string): Promise<NodeProcess> => {
  const running = startProcess(command, ['cloud'], { PLENUM_HTTP_PORT: '0', ...env });
  const [, port] = await running.line(/HTTP and gRPC: 127\.0\.0\.1 port (\d+)\./);
  return { ...running, port: Number(port), url: `http://127.0.0.1:${port}` };
};

/**
 * Starts three nodes over PostgreSQL and NATS behind a load balancer, bridges connected to them, and an app that
 * receives all changes.
 */
export async function startConstellation({
  bridgeCount,
  random,
  settings = {},
}: {
  readonly bridgeCount: number;
  readonly random: SeededRandom;
  /** Variables of all nodes that differ from those of the testbed. */
  readonly settings?: Environment;
}) {
  await using stack = new AsyncDisposableStack();
  const [postgres, nats, balancer, receiver] = await Promise.all([
    startPostgres(),
    startNats(),
    startBalancer(),
    startReceiver(),
  ]);
  for (const one of [receiver, balancer, nats, postgres]) stack.use(one);
  const env = {
    PLENUM_DATABASE_URL: await postgres.createDatabase(),
    PLENUM_NATS: nats.url,
    PLENUM_PUBLIC_URL: balancer.url,
    PLENUM_ENDPOINT_KEY: randomBytes(32).toString('base64'),
    PLENUM_RATE: '100000',
    PLENUM_BURST: '100000',
    PLENUM_CONTROL_TIMEOUT: '2000',
    PLENUM_DELIVERY_TIMEOUT: '1000',
    PLENUM_DEVELOPMENT: '1',
    ...settings,
  };
  const nodes = new Set<NodeProcess>();
  const startNode = async (different: Environment = {}, command = plenumBin): Promise<NodeProcess> => {
    const node = await startNodeProcess({ ...env, ...different }, command);
    nodes.add(node);
    balancer.ports.push(node.port);
    return node;
  };
  const forget = (node: NodeProcess) => {
    nodes.delete(node);
    balancer.ports.splice(balancer.ports.indexOf(node.port), 1);
  };
  stack.defer(async () => {
    await Promise.all([...nodes].map((node) => node.stop('SIGKILL')));
  });
  // The first node creates the schema and the demo account.
  await startNode();
  await Promise.all([startNode(), startNode()]);

  const account = await enterAccount(balancer.url);
  const { access: token } = await account.allowApp();
  await account.call(`/console/apps/${demo.clientId}/endpoints`, { url: receiver.url });
  const key = await openBridgeKey(stack.use(createDataFolder()).path);
  const systemIds = Array.from({ length: bridgeCount }, (_, index) => String(500_000_000 + index));
  const fleet = stack.use(createFleet(random.fork('bridges')));
  const { bridges, executed, metrics } = fleet;
  await fleet.add({ cloud: balancer.url, key, pairingToken: await account.allowPairing() }, systemIds);

  let ordinal = 0;
  const controlOnce = (
    url: string,
    systemId: string,
    { requestId = randomUUID() as string, name = '' } = {},
  ) =>
    requestAsApp(
      { url, token },
      {
        requestId,
        requestType: 'Control',
        componentId: `${systemId}_hvac_zone_0`,
        requestBody: { ZoneName: { Index: 0, Name: name || `n${ordinal++}` } },
      },
    );
  const changedPart = Math.min(0.2, changedAtOnce / bridgeCount);
  const results: RepeatedControl[] = [];
  /**
   * Sends a control like an integrator: repeats it with the same request id until the response is OK, up to eight
   * times.
   */
  const control = async (systemId: string): Promise<void> => {
    const [requestId, name] = [randomUUID(), `c${ordinal++}`];
    for (let failed = 0; failed < 8; failed++) {
      const answer = await controlOnce(balancer.url, systemId, { requestId, name }).catch(() => undefined);
      if (answer?.result === 'OK') return void results.push({ name, isOk: true, failed });
      await pause(100);
    }
    results.push({ name, isOk: false, failed: 8 });
  };
  /** Sends changes and controls until disposed of. */
  const load = (): AsyncDisposable => {
    let isOver = false;
    const changes = random.fork('changes');
    const changing = setInterval(() => {
      for (const { bridge } of bridges) if (changes.fraction() < changedPart) bridge.change();
    }, 50);
    const work = async (name: string) => {
      const targets = random.fork(name);
      while (!isOver) {
        await control(targets.pick(systemIds));
        await pause(targets.fraction() * 30);
      }
    };
    const works = Promise.all([work('integrator 1'), work('integrator 2'), work('integrator 3')]);
    return {
      [Symbol.asyncDispose]: async () => {
        isOver = true;
        clearInterval(changing);
        await works;
      },
    };
  };
  /** Changes every bridge once. */
  const changeAll = () => {
    for (const { bridge } of bridges) bridge.change();
  };
  /**
   * Returns the components of the bridges, by id, once the cloud has acknowledged all of them; `undefined` before that.
   */
  const acknowledged = (): ReadonlyMap<string, object> | undefined => {
    const all = new Map<string, object>();
    for (const bridge of bridges) {
      const components = readAcknowledged(bridge);
      if (components === undefined) return undefined;
      for (const { componentId, datagram } of components) all.set(componentId, datagram);
    }
    return all;
  };
  const connectedTo = async (node: NodeProcess): Promise<number> => {
    const text = await (await fetch(`${node.url}/metrics`)).text();
    return Number(/^plenum_cloud_bridges (\d+)$/m.exec(text)![1]);
  };
  const allAnswer = async (): Promise<true | AppResponse> => {
    for (const systemId of systemIds) {
      const answer = await controlOnce(balancer.url, systemId);
      if (answer.result !== 'OK') return answer;
    }
    return true;
  };
  /** The ledgers of all endpoints, oldest endpoint first. */
  const readLedgers = async (): Promise<readonly Ledger[]> => {
    const endpoints = await account.call<{ ledger: Ledger }[]>(`/console/apps/${demo.clientId}/endpoints`);
    return endpoints.map(({ ledger }) => ledger);
  };
  const readLedger = async (): Promise<Ledger> => (await readLedgers())[0]!;
  const discover = async (): Promise<ReadonlyMap<string, object>> => {
    const { devices } = await requestAsApp({ url: balancer.url, token }, { requestType: 'Discover' });
    return new Map(devices!.map(({ componentId, datagram }) => [componentId, datagram]));
  };

  const running = stack.move();
  return {
    nodes: (): readonly NodeProcess[] => [...nodes],
    /** Starts another node, with variables that differ from those of the first nodes, or with another command line. */
    startNode,
    endpointKey: env.PLENUM_ENDPOINT_KEY,
    databaseUrl: env.PLENUM_DATABASE_URL,
    /** Ends a node as a power failure would (SIGKILL), or as an operator does (SIGTERM); the balancer notices it. */
    endNode: async (node: NodeProcess, signal: NodeJS.Signals) => {
      const stopped = await node.stop(signal);
      forget(node);
      return stopped;
    },
    postgres,
    nats,
    receiver,
    /** The address of the load balancer, and an access token of the app. */
    url: balancer.url,
    token,
    systemIds,
    metrics,
    results,
    executed,
    controlOnce,
    load,
    changeAll,
    acknowledged,
    connectedTo,
    allAnswer,
    readLedger,
    readLedgers,
    discover,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export type Constellation = Awaited<ReturnType<typeof startConstellation>>;

import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openBridgeKey } from '@plenum/bridge/uplink';
import type { StorePlace } from '@plenum/cloud';
import { type Ledger, openStore, readLedgers } from '@plenum/cloud/testbed';
import { demo, enterAccount } from '../account.ts';
import { requestAsApp } from '../app-request.ts';
import { createDataFolder } from '../data-folder.ts';
import { countExecutions, pairBridge } from '../fleet.ts';
import { startNats } from '../nats.ts';
import { startPostgres } from '../postgres.ts';
import { type RunningProcess, startProcess } from '../process.ts';
import { startReceiver } from '../receiver.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { type CountingBridge, startCountingBridge } from './counting-bridge.ts';
import type { FastNodeConfig } from './fast-node.ts';
import { type Balancer, startBalancer } from './load-balancer.ts';

/** A node in a separate process. */
interface NodeProcess extends RunningProcess {
  readonly port: number;
}

interface FaultyCloudConfig {
  readonly engine: 'sqlite' | 'postgres';
  readonly bridgeCount: number;
  /** The paths of the endpoints. */
  readonly endpoints: readonly string[];
  readonly random: SeededRandom;
  /** Awaited by a bridge before it responds to a control. By default, the bridge responds immediately. */
  readonly onControl?: () => Promise<void>;
  /** Settings of the nodes that differ from `fast-node.ts`. */
  readonly node?: Pick<FastNodeConfig, 'controlWithin' | 'events'>;
}

/** The contents of the store at one time. */
export interface StoredState {
  /** The number in each component, by its id. */
  readonly numbers: ReadonlyMap<string, number>;
  /** The ledgers, by the path of the endpoint. */
  readonly ledgers: ReadonlyMap<string, Ledger>;
  /** Ids of messages that the log records as delivered. */
  readonly delivered: ReadonlySet<string>;
}

const nodeScript = join(import.meta.dirname, 'fast-node.ts');
const zones = 3;
/** Longest pause between two controls of an integrator, in ms. */
const maxPause = 30;
const firstId = 600_000_000;

const readStoredState = async (place: StorePlace): Promise<StoredState> => {
  await using store = await openStore(place);
  return await store.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const byId = await readLedgers(db, demo.clientId);
      const endpoints = await db.selectFrom('endpoint').select(['id', 'url']).execute();
      const components = await db.selectFrom('component').select(['component_id', 'datagram']).execute();
      const logged = db.selectFrom('delivery').select('message_id').where('verdict', '=', 'delivered');
      return {
        delivered: new Set((await logged.execute()).map(({ message_id }) => message_id)),
        numbers: new Map(components.map((one) => [one.component_id, JSON.parse(one.datagram!).N as number])),
        ledgers: new Map(endpoints.map(({ id, url }) => [new URL(url).pathname.slice(1), byId.get(id)!])),
      };
    });
};

interface NodesDeps {
  readonly config: FastNodeConfig;
  readonly balancer: Balancer;
  /** Folder with Node's compile cache for all nodes. */
  readonly cache: string;
}

/** Starts and ends nodes; disposing of it kills them. */
const createNodes = ({ config, balancer, cache }: NodesDeps) => {
  const nodes = new Set<NodeProcess>();
  const started: RunningProcess[] = [];
  const end = async (node: NodeProcess, signal: NodeJS.Signals): Promise<number | null> => {
    nodes.delete(node);
    balancer.ports.splice(balancer.ports.indexOf(node.port), 1);
    return (await node.stop(signal)).code;
  };
  return {
    list: (): readonly NodeProcess[] => [...nodes],
    start: async (): Promise<NodeProcess> => {
      const running = startProcess(nodeScript, [JSON.stringify(config)], { NODE_COMPILE_CACHE: cache });
      started.push(running);
      const [port] = await running.line(/^\d+$/m);
      const node = { ...running, port: Number(port) };
      nodes.add(node);
      balancer.ports.push(node.port);
      return node;
    },
    kill: (node: NodeProcess) => end(node, 'SIGKILL'),
    stop: (node: NodeProcess) => end(node, 'SIGTERM'),
    log: () => started.map((one) => one.output().err).join(''),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...nodes].map((node) => end(node, 'SIGKILL')));
    },
  };
};

interface ControlsDeps {
  readonly url: string;
  readonly accessToken: string;
  readonly bridgeCount: number;
  readonly random: SeededRandom;
}

/** Sends controls like an integrator: a control that fails is repeated with the same request id, up to six times. */
const createControls = ({ url, accessToken, bridgeCount, random }: ControlsDeps) => {
  const answered: string[] = [];
  const refused: string[] = [];
  let count = 0;
  const attempt = async (requestId: string, name: string, componentId: string): Promise<boolean> => {
    const requestBody = { ZoneName: { Index: 0, Name: name } };
    const { status, result, detail } = await requestAsApp(
      { url, token: accessToken, timeout: 5_000 },
      { requestId, requestType: 'Control', componentId, requestBody },
    );
    if (result !== 'OK') refused.push(`${status} ${detail}`);
    return result === 'OK';
  };
  const control = async (pauses = random): Promise<void> => {
    const [requestId, name] = [randomUUID(), `c${count++}`];
    const componentId = `${firstId + (count % bridgeCount)}_hvac_zone_0`;
    for (let tries = 0; tries < 6; tries++) {
      if (await attempt(requestId, name, componentId).catch(() => false)) return void answered.push(name);
      await pause(50 + pauses.fraction() * 100);
    }
  };
  return { control, answered, refused };
};

/** Pairs bridges with the demo account and starts them. */
const startBridges = async (
  { bridgeCount, random, onControl = async () => {} }: FaultyCloudConfig,
  { url, pairingToken, folder }: { url: string; pairingToken: string; folder: string },
) => {
  const key = await openBridgeKey(folder);
  const executions = countExecutions();
  const bridges: CountingBridge[] = [];
  for (let index = 0; index < bridgeCount; index++) {
    const systemId = String(firstId + index);
    await pairBridge({ cloud: url, key, pairingToken }, systemId);
    const execute = async (command: Readonly<Record<string, unknown>>) => {
      executions.onControl(command);
      await onControl();
    };
    const own = random.fork(`bridge ${systemId}`);
    bridges.push(startCountingBridge({ cloud: url, systemId, key, zones, random: own, onControl: execute }));
  }
  return {
    bridges,
    executed: executions.executed,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(bridges.map((bridge) => bridge[Symbol.asyncDispose]()));
    },
  };
};

/**
 * Starts a whole cloud (one process over SQLite, or two over PostgreSQL and NATS) behind a load balancer, with
 * endpoints, bridges that count their changes, and an integrator that repeats each control until it gets a response.
 */
export async function startFaultyCloud(config: FaultyCloudConfig) {
  const { engine, bridgeCount, endpoints, random } = config;
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  const [balancer, receiver] = [stack.use(await startBalancer()), stack.use(await startReceiver())];
  const postgres = engine === 'postgres' ? stack.use(await startPostgres()) : undefined;
  const nats = engine === 'postgres' ? stack.use(await startNats()) : undefined;
  const place: StorePlace =
    postgres === undefined
      ? { dataDir: join(folder.path, 'cloud') }
      : { databaseUrl: await postgres.createDatabase() };
  const nodeConfig: FastNodeConfig = {
    store: place,
    publicUrl: balancer.url,
    endpointKey: randomBytes(32).toString('base64'),
    ...config.node,
    ...(nats !== undefined && { nats: nats.url }),
  };
  const nodes = stack.use(
    createNodes({
      config: nodeConfig,
      balancer,
      cache: process.env.NODE_COMPILE_CACHE ?? join(folder.path, 'cache'),
    }),
  );
  await nodes.start();
  if (engine === 'postgres') await nodes.start();

  const account = await enterAccount(balancer.url);
  const { access: accessToken } = await account.allowApp();
  const pairing = { url: balancer.url, pairingToken: await account.allowPairing(), folder: folder.path };
  const { bridges, executed } = stack.use(await startBridges(config, pairing));
  await Promise.all(bridges.map((bridge) => bridge.settled()));
  // Registered after the snapshots, so that each gets every component once before the changes.
  const path = `/console/apps/${demo.clientId}/endpoints`;
  const ids = new Map<string, string>();
  for (const name of endpoints) {
    const made = await account.call<{ endpoint: { id: string } }>(path, {
      url: receiver.url.replace('events', name),
    });
    ids.set(name, made.endpoint.id);
  }
  const { control, answered, refused } = createControls({
    url: balancer.url,
    accessToken,
    bridgeCount,
    random: random.fork('controls'),
  });
  const startChanges = () => {
    for (const bridge of bridges) bridge.startChanges();
  };
  const stopChanges = () => {
    for (const bridge of bridges) bridge.stopChanges();
  };
  /** Sends changes and controls until disposed of. */
  const load = (): AsyncDisposable => {
    let isOver = false;
    const work = async (name: string) => {
      const pauses = random.fork(name);
      while (!isOver) {
        await control(pauses);
        await pause(pauses.fraction() * maxPause);
      }
    };
    const works = [work('integrator 1'), work('integrator 2')];
    startChanges();
    return {
      [Symbol.asyncDispose]: async () => {
        isOver = true;
        stopChanges();
        await Promise.all(works);
      },
    };
  };

  const running = stack.move();
  return {
    receiver,
    postgres,
    nats,
    nodes: nodes.list,
    startNode: nodes.start,
    kill: nodes.kill,
    stop: nodes.stop,
    log: nodes.log,
    load,
    control,
    accessToken,
    /** Changes every bridge once. */
    changeOnce: () => {
      startChanges();
      stopChanges();
    },
    /** Resolves once the cloud has every change. */
    settled: () => Promise.all(bridges.map((bridge) => bridge.settled())),
    executed,
    /** The names of controls whose response was OK. */
    answered: answered as readonly string[],
    /** All other responses to controls: status and sentence. */
    refused: refused as readonly string[],
    /** The current numbers of the bridges. */
    numbers: () => new Map(bridges.flatMap((bridge) => [...bridge.numbers])),
    readState: () => readStoredState(place),
    /** True if no event is waiting to be delivered. */
    isDrained: async (): Promise<boolean> => {
      const listed = await account.call<{ ledger: Ledger }[]>(path);
      return listed.every(({ ledger }) => ledger.pending === 0);
    },
    /** Sends the events again that an endpoint did not accept in time. */
    replay: (name: string) => account.call(`${path}/${ids.get(name)!}/replay`, {}),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export type FaultyCloud = Awaited<ReturnType<typeof startFaultyCloud>>;

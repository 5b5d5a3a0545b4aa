import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '@plenum/bridge';
import { openBridgeKey, registerKey } from '@plenum/bridge/uplink';
import { type Ledger, readLedgers } from '../../packages/cloud/src/delivery/ledger.ts';
import { type Receiver, startReceiver } from '../../packages/cloud/src/delivery/receiver.fixture.ts';
import { createDataFolder } from '../../packages/cloud/src/fixture/data-folder.fixture.ts';
import { startPostgres } from '../../packages/cloud/src/fixture/postgres.fixture.ts';
import { enterDemo } from '../../packages/cloud/src/identity/oauth/demo.fixture.ts';
import { demo } from '../../packages/cloud/src/identity/oauth/demo.ts';
import { startNats } from '../../packages/cloud/src/kernel/bus/nats.fixture.ts';
import { openStore, type StorePlace } from '../../packages/cloud/src/kernel/database/store.ts';
import { startBalancer } from './balancer.fixture.ts';
import { type CountingBridge, startCountingBridge } from './counting-bridge.fixture.ts';
import type { HastyOrders } from './hasty-node.fixture.ts';

/** A node in a process of its own. */
export interface SiegeNode {
  readonly child: ChildProcess;
  readonly port: number;
}

export interface SiegeConfig {
  readonly engine: 'sqlite' | 'postgres';
  readonly bridgeCount: number;
  /** How integrators behave, by the path of their endpoints. */
  readonly endpoints: readonly string[];
  /** How long bridges take for a control; no time unless told. */
  readonly obeyed?: () => Promise<void>;
  /** How a node differs from a hasty one. */
  readonly node?: Pick<HastyOrders, 'controlWithin' | 'events'>;
}

/** What is stored, at one and the same instant. */
export interface Reading {
  /** The numbers the components carry, by their ids. */
  readonly numbers: ReadonlyMap<string, number>;
  /** By the path of the endpoint. */
  readonly ledgers: ReadonlyMap<string, Ledger>;
  /** Ids of messages the log has as delivered. */
  readonly delivered: ReadonlySet<string>;
}

interface Said {
  readonly result: string;
  readonly detail?: string;
}

const script = join(import.meta.dirname, 'hasty-node.fixture.ts');
const zones = 3;
const firstId = 600_000_000;

const readAll = async (place: StorePlace): Promise<Reading> => {
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

/**
 * A whole cloud (one process over SQLite, or two over PostgreSQL and NATS) behind a balancer, with bridges that count their
 * changes, an integrator who repeats his controls until they are answered, and endpoints of several tempers.
 */
export const startSiege = async (config: SiegeConfig) => {
  const { engine, bridgeCount, endpoints, obeyed = async () => {} } = config;
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  const [balancer, receiver] = [stack.use(await startBalancer()), stack.use(await startReceiver())];
  const postgres = engine === 'postgres' ? stack.use(await startPostgres()) : undefined;
  const nats = engine === 'postgres' ? stack.use(await startNats()) : undefined;
  const place: StorePlace =
    postgres === undefined
      ? { dataDir: join(folder.path, 'cloud') }
      : { databaseUrl: await postgres.createDatabase() };
  const orders: HastyOrders = {
    store: place,
    publicUrl: balancer.url,
    endpointKey: randomBytes(32).toString('base64'),
    ...config.node,
    ...(nats !== undefined && { nats: nats.url }),
  };

  const nodes = new Set<SiegeNode>();
  const logs: string[] = [];
  const startNode = async (): Promise<SiegeNode> => {
    const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
      env: { ...process.env, NODE_COMPILE_CACHE: join(folder.path, 'cache') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => void logs.push(text));
    const told = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
    const port = Number(told[0]);
    if (!(port > 1)) throw new Error(`the node ended: ${logs.join('')}`);
    const node = { child, port };
    nodes.add(node);
    balancer.ports.push(port);
    return node;
  };
  const end = async (node: SiegeNode, signal: NodeJS.Signals): Promise<number | null> => {
    nodes.delete(node);
    balancer.ports.splice(balancer.ports.indexOf(node.port), 1);
    const ended = once(node.child, 'exit');
    node.child.kill(signal);
    return (await ended)[0];
  };
  stack.defer(async () => {
    await Promise.all([...nodes].map((node) => end(node, 'SIGKILL')));
  });
  await startNode();
  if (engine === 'postgres') await startNode();

  const account = await enterDemo(balancer.url);
  const { access } = await account.allowApp();
  const key = await openBridgeKey(folder.path);
  const pairingToken = await account.allowPairing();
  /** How often each control was done, by the unique name it gave. */
  const done = new Map<string, number>();
  const bridges: CountingBridge[] = [];
  for (let index = 0; index < bridgeCount; index++) {
    const systemId = String(firstId + index);
    const signal = AbortSignal.timeout(30_000);
    const about = { cloud: balancer.url, key, clock: systemClock, signal, systemId };
    const outcome = await registerKey(about, pairingToken);
    if (outcome !== 'paired') throw new Error(outcome);
    const heard = async ({ ZoneName }: { readonly ZoneName?: unknown }) => {
      const { Name } = ZoneName as { Name: string };
      done.set(Name, (done.get(Name) ?? 0) + 1);
      await obeyed();
    };
    bridges.push(startCountingBridge({ cloud: balancer.url, systemId, key, zones, heard }));
  }
  stack.defer(async () => {
    await Promise.all(bridges.map((bridge) => bridge[Symbol.asyncDispose]()));
  });
  await Promise.all(bridges.map((bridge) => bridge.settled()));
  // Registered now, an endpoint hears of nothing but numbers.
  const path = `/console/apps/${demo.clientId}/endpoints`;
  const ids = new Map<string, string>();
  for (const name of endpoints) {
    const made = await account.call(path, { url: receiver.url.replace('events', name) });
    ids.set(name, (made as unknown as { endpoint: { id: string } }).endpoint.id);
  }

  /** The names of controls that were answered OK, and how many were made. */
  const answered: string[] = [];
  let made = 0;
  /** What else controls were answered, each time: status and sentence. */
  const refused: string[] = [];
  const say = async (requestId: string, name: string, componentId: string): Promise<boolean> => {
    const answer = await fetch(`${balancer.url}/dev`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}` },
      body: JSON.stringify({
        requestId,
        requestType: 'Control',
        componentId,
        requestBody: { ZoneName: { Index: 0, Name: name } },
      }),
      signal: AbortSignal.timeout(5_000),
    });
    const { result, detail } = ((await answer.json()) as { response: Said }).response;
    if (result !== 'OK') refused.push(`${answer.status} ${detail}`);
    return result === 'OK';
  };
  const control = async (): Promise<void> => {
    const [requestId, name] = [randomUUID(), `c${made++}`];
    const componentId = `${firstId + (made % bridgeCount)}_hvac_zone_0`;
    for (let tries = 0; tries < 6; tries++) {
      if (await say(requestId, name, componentId).catch(() => false)) return void answered.push(name);
      await pause(50 + Math.random() * 100);
    }
  };
  /** Changes and controls until it is disposed of. */
  const load = (): AsyncDisposable => {
    let isOver = false;
    const work = async () => {
      while (!isOver) await control();
    };
    const works = [work(), work()];
    for (const bridge of bridges) bridge.work();
    return {
      [Symbol.asyncDispose]: async () => {
        isOver = true;
        for (const bridge of bridges) bridge.rest();
        await Promise.all(works);
      },
    };
  };

  const running = stack.move();
  return {
    balancer,
    receiver: receiver as Receiver,
    postgres,
    nats,
    nodes: (): readonly SiegeNode[] => [...nodes],
    startNode,
    kill: (node: SiegeNode) => end(node, 'SIGKILL'),
    stop: (node: SiegeNode) => end(node, 'SIGTERM'),
    load,
    control,
    access,
    /** Changes every bridge once. */
    change: () => {
      for (const bridge of bridges) bridge.work();
      for (const bridge of bridges) bridge.rest();
    },
    /** Resolves when the cloud has every change. */
    settled: () => Promise.all(bridges.map((bridge) => bridge.settled())),
    log: () => logs.join(''),
    done: done as ReadonlyMap<string, number>,
    answered: answered as readonly string[],
    refused: refused as readonly string[],
    /** The numbers the bridges have come to. */
    numbers: () => new Map(bridges.flatMap((bridge) => [...bridge.numbers])),
    read: () => readAll(place),
    /** Whether nothing waits to be delivered. */
    isQuiet: async (): Promise<boolean> => {
      const said = (await account.call(path)) as unknown as { ledger: Ledger }[];
      return said.every(({ ledger }) => ledger.pending === 0);
    },
    /** Tries again what was given up. */
    replay: (name: string) => account.call(`${path}/${ids.get(name)!}/replay`, {}),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};

export type Siege = Awaited<ReturnType<typeof startSiege>>;

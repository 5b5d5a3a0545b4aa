import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '@plenum/bridge';
import { openBridgeKey, registerKey } from '@plenum/bridge/uplink';
import type { Ledger } from '../../packages/cloud/src/delivery/ledger.ts';
import { createDataFolder } from '../../packages/cloud/src/fixture/data-folder.fixture.ts';
import { startPostgres } from '../../packages/cloud/src/fixture/postgres.fixture.ts';
import { enterDemo } from '../../packages/cloud/src/identity/oauth/demo.fixture.ts';
import { demo } from '../../packages/cloud/src/identity/oauth/demo.ts';
import { startNats } from '../../packages/cloud/src/kernel/bus/nats.fixture.ts';
import { type LightBridge, startLightBridge } from '../../packages/plenum/src/fleet/light-bridge.ts';
import { createTally } from '../../packages/plenum/src/fleet/tally.ts';
import { startBalancer } from './balancer.fixture.ts';
import { type NodeProcess, startNodeProcess } from './node.fixture.ts';
import { startReceiver } from './receiver.fixture.ts';

/** What a control came to, over all tries with its one request id. */
export interface Told {
  readonly name: string;
  readonly isDone: boolean;
}

export interface Answer {
  readonly status: number;
  readonly result: string;
  readonly detail: string | undefined;
}

/** Resolves when a condition holds; rejects with what was seen last when it does not in so many ms. */
export const until = async (what: string, holds: () => Promise<unknown>, milliseconds = 20_000) => {
  const end = Date.now() + milliseconds;
  for (;;) {
    const seen = await holds().catch((error: Error) => error);
    if (seen === true) return;
    if (Date.now() > end)
      throw new Error(`${what}: not within ${milliseconds} ms; last ${JSON.stringify(seen)}`);
    await pause(25);
  }
};

/** Three nodes over PostgreSQL and NATS behind a balancer, bridges connected to them, an app that hears of all changes. */
export const startConstellation = async ({ bridgeCount }: { bridgeCount: number }) => {
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
  };
  const nodes = new Set<NodeProcess>();
  const startNode = async (): Promise<NodeProcess> => {
    const node = await startNodeProcess(env);
    nodes.add(node);
    balancer.ports.push(node.port);
    return node;
  };
  const forget = (node: NodeProcess) => {
    nodes.delete(node);
    balancer.ports.splice(balancer.ports.indexOf(node.port), 1);
  };
  stack.defer(async () => {
    await Promise.all([...nodes].map((node) => node.kill()));
  });
  // The first makes the schema and the demo account.
  await startNode();
  await Promise.all([startNode(), startNode()]);

  const account = await enterDemo(balancer.url);
  const { access: token } = await account.allowApp();
  await account.call(`/console/apps/${demo.clientId}/endpoints`, { url: receiver.url });
  const key = await openBridgeKey(stack.use(createDataFolder()).path);
  const pairingToken = await account.allowPairing();
  const systemIds = Array.from({ length: bridgeCount }, (_, index) => String(500_000_000 + index));
  const about = { cloud: balancer.url, key, clock: systemClock, signal: AbortSignal.timeout(60_000) };
  for (const systemId of systemIds) {
    const outcome = await registerKey({ ...about, systemId }, pairingToken);
    if (outcome !== 'paired') throw new Error(outcome);
  }

  /** How often each control was done, by the unique name it gave. */
  const done = new Map<string, number>();
  const tally = createTally();
  const bridges = systemIds.map(
    (systemId): LightBridge =>
      startLightBridge({
        cloud: balancer.url,
        systemId,
        key,
        tally,
        random: Math.random,
        firstWait: 1_000,
        heard: ({ ZoneName }) => {
          const { Name } = ZoneName as { Name: string };
          done.set(Name, (done.get(Name) ?? 0) + 1);
        },
      }),
  );
  stack.defer(async () => {
    await Promise.all(bridges.map((bridge) => bridge.end()));
  });

  const ask = async (url: string, body: object): Promise<Answer & { readonly body: never }> => {
    const answer = await fetch(`${url}/dev`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ requestId: randomUUID(), ...body }),
      signal: AbortSignal.timeout(15_000),
    });
    const read = (await answer.json()) as { response: { result: string; detail?: string } };
    const { result, detail } = read.response;
    return { status: answer.status, result, detail, body: read as never };
  };
  let ordinal = 0;
  const controlOnce = (
    url: string,
    systemId: string,
    { requestId = randomUUID() as string, name = '' } = {},
  ) =>
    ask(url, {
      requestId,
      requestType: 'Control',
      componentId: `${systemId}_hvac_zone_0`,
      requestBody: { ZoneName: { Index: 0, Name: name || `n${ordinal++}` } },
    });
  const told: Told[] = [];
  /** Repeats a control with its one request id until it is answered OK or so often, as an integrator would. */
  const control = async (systemId: string): Promise<void> => {
    const [requestId, name] = [randomUUID(), `c${ordinal++}`];
    for (let tries = 0; tries < 8; tries++) {
      const answer = await controlOnce(balancer.url, systemId, { requestId, name }).catch(() => undefined);
      if (answer?.result === 'OK') return void told.push({ name, isDone: true });
      await pause(100);
    }
    told.push({ name, isDone: false });
  };
  /** Changes and controls without pause until it is disposed of. */
  const load = (): AsyncDisposable => {
    let isOver = false;
    const changing = setInterval(() => {
      for (const bridge of bridges) if (Math.random() < 0.2) bridge.change();
    }, 20);
    const work = async () => {
      while (!isOver) await control(systemIds[Math.floor(Math.random() * systemIds.length)]!);
    };
    const works = Promise.all([work(), work(), work()]);
    return {
      [Symbol.asyncDispose]: async () => {
        isOver = true;
        clearInterval(changing);
        await works;
      },
    };
  };
  /** One more change of every bridge. */
  const touch = () => {
    for (const bridge of bridges) bridge.change();
  };
  const heldBy = async (node: NodeProcess): Promise<number> => {
    const text = await (await fetch(`${node.url}/metrics`)).text();
    return Number(/^plenum_cloud_bridges (\d+)$/m.exec(text)![1]);
  };
  const answering = async (): Promise<true | Answer> => {
    for (const systemId of systemIds) {
      const answer = await controlOnce(balancer.url, systemId);
      if (answer.result !== 'OK') return answer;
    }
    return true;
  };
  const readLedger = async (): Promise<Ledger> => {
    const endpoints = await account.call(`/console/apps/${demo.clientId}/endpoints`);
    return (endpoints as unknown as { ledger: Ledger }[])[0]!.ledger;
  };
  const discover = async (): Promise<ReadonlyMap<string, object>> => {
    const { body } = await ask(balancer.url, { requestType: 'Discover' });
    const { devices } = (body as { response: { devices: { componentId: string; datagram: object }[] } })
      .response;
    return new Map(devices.map(({ componentId, datagram }) => [componentId, datagram]));
  };

  const running = stack.move();
  return {
    nodes: (): readonly NodeProcess[] => [...nodes],
    startNode,
    killNode: async (node: NodeProcess) => {
      forget(node);
      await node.kill();
    },
    stopNode: (node: NodeProcess) => {
      forget(node);
      return node.stop();
    },
    postgres,
    nats,
    receiver,
    /** Where the nodes are reached, and what opens them. */
    url: balancer.url,
    token,
    systemIds,
    tally,
    told,
    done,
    controlOnce,
    load,
    touch,
    heldBy,
    answering,
    readLedger,
    discover,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};

export type Constellation = Awaited<ReturnType<typeof startConstellation>>;

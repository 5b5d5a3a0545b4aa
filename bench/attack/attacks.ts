import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { BridgeKey } from '@plenum/bridge/uplink';
import type { UplinkComponent } from '@plenum/protocol/uplink';
import { createGrpcClient } from '@plenum/testbed/grpc-client';
import { type Attacker, addLinkedApp, makeApp } from './apps.ts';
import { createKey, fill, openBridge, pairBridges, snapshotOf } from './bridges.ts';

/** Pairs bridges of the attacker, up to the most that an account may have. */
const pairAll = async ({ url, account }: Attacker, count = 100) => {
  const key = await createKey();
  return { key, systemIds: await pairBridges(url, key, await account.allowPairing(), count) };
};

const fillBridge = (cloud: string, key: BridgeKey, systemId: string) =>
  openBridge({
    cloud,
    key,
    systemId,
    opened: (bridge) => {
      bridge.send(snapshotOf(systemId, fill(128_000, 'x')));
      return bridge.close;
    },
  });

/** Fills 100 bridges with components, then repeatedly sends 30 Discovers in parallel. */
const discover = async (attacker: Attacker) => {
  const { url, account } = attacker;
  const { key, systemIds } = await pairAll(attacker);
  for (const systemId of systemIds) await fillBridge(url, key, systemId);
  const { access } = await account.allowApp();
  const body = JSON.stringify({ requestId: randomUUID(), requestType: 'Discover' });
  const ask = async () => {
    const answer = await fetch(`${url}/dev`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}` },
      body,
    });
    for await (const _ of answer.body!);
  };
  const repeat = async () => {
    for (;;) {
      await ask().catch(() => {});
      await pause(500);
    }
  };
  for (let n = 0; n < 30; n++) void repeat();
};

/** Opens eight idle connections for each of 100 bridges, and reopens each a second after it is closed or refused. */
const entries = async (attacker: Attacker) => {
  const { key, systemIds } = await pairAll(attacker);
  const repeat = async (systemId: string) => {
    for (;;) {
      await openBridge({ cloud: attacker.url, key, systemId, opened: () => () => {} });
      await pause(1_000);
    }
  };
  // The second of two connections of a bridge replaces the first, whose slot then becomes free.
  for (const systemId of systemIds) for (let n = 0; n < 8; n++) void repeat(systemId);
};

/** Changes all components of some bridges on each acknowledgement; `components` has the components of each turn. */
const changeAll = (
  { url }: Attacker,
  { key, systemIds }: { readonly key: BridgeKey; readonly systemIds: readonly string[] },
  components: (turn: number) => UplinkComponent[],
) => {
  const repeat = async (systemId: string) => {
    for (;;) {
      await openBridge({
        cloud: url,
        key,
        systemId,
        opened: (bridge) => {
          let turn = 0;
          bridge.send(snapshotOf(systemId, components(0)));
          return () =>
            bridge.send({ type: 'change', at: Date.now(), components: components(++turn), removed: [] });
        },
      });
      await pause(100);
    }
  };
  for (const systemId of systemIds) void repeat(systemId);
};

/** Changes the components of 50 bridges as much as allowed on each acknowledgement. */
const frames = async (attacker: Attacker) => {
  const bridges = await pairAll(attacker, 50);
  changeAll(attacker, bridges, (turn) => fill(120_000, turn % 2 === 0 ? 'a' : 'b'));
};

/** Number of linked apps, each with as many endpoints as allowed. */
const linkedApps = 30;

/** Links apps with 300 endpoints in all, and repeatedly changes all components of 20 bridges with 100 each. */
const outbox = async (attacker: Attacker) => {
  const bridges = await pairAll(attacker, 20);
  for (let n = 0; n < linkedApps; n++) {
    await addLinkedApp(attacker, `App ${n}`, { count: 10, url: 'http://127.0.0.1:9/' });
    // Each call is two requests, and the console accepts 20 requests a second from an account.
    if (n > 10) await pause(1_200);
  }
  changeAll(attacker, bridges, (turn) =>
    Array.from({ length: 100 }, (_, index) => ({
      kind: 'zone',
      index,
      datagram: { Index: index, Name: `${turn}` },
    })),
  );
};

/** Repeatedly opens streams from ten apps, each with 20,000 cursors. */
const watch = async ({ url, account }: Attacker) => {
  const cursors = Array.from({ length: 20_000 }, (_, n) => `${800_000_000 + n}.zzzzzzzzzz.zzzzzzzzzz`);
  const repeat = async (accessToken: string) => {
    const client = createGrpcClient(Number(new URL(url).port));
    for (let turn = 0; ; turn++) {
      // Alternates between 20,000 cursors and 320.
      const some = cursors.slice(0, turn % 2 === 0 ? 20_000 : 320);
      const streaming = client.watch({ accessToken, requestId: randomUUID(), cursors: some });
      void streaming
        .next()
        .then(() => streaming.stream.pause())
        .catch(() => {});
      await pause(1_000);
    }
  };
  for (let n = 0; n < 10; n++) {
    const clientId = await makeApp({ url, account }, `App ${n}`);
    const { accessToken } = await account.call(`/console/apps/${clientId}/token`, {});
    void repeat(accessToken!);
  }
};

/** Keeps 64 requests with one token in flight, each with a body of maximum size that consists of nested arrays. */
const bodies = async ({ url, account }: Attacker) => {
  const { access } = await account.allowApp();
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
  const body = '[],'.repeat(21_840);
  const ask = () =>
    new Promise<void>((resolve) => {
      const asked = request(`${url}/dev`, { method: 'POST', agent, headers }, (answer) =>
        answer.resume().once('close', resolve),
      );
      asked.once('error', () => resolve());
      asked.end(`[${body}[]]`);
    });
  const repeat = async () => {
    for (;;) await ask();
  };
  for (let n = 0; n < 64; n++) void repeat();
};

export const attacks = { bodies, discover, entries, frames, outbox, watch };
export type Attack = keyof typeof attacks;

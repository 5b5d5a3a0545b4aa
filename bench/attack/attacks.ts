import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BridgeKey } from '@plenum/bridge/uplink';
import type { enterAccount } from '@plenum/testbed/account';
import { createGrpcClient } from '@plenum/testbed/grpc-client';
import { createKey, fill, openBridge, pairBridges, snapshotOf } from './bridges.ts';

/** Somebody with an account of their own, who uses up what they can. */
export interface Attacker {
  readonly url: string;
  readonly account: Awaited<ReturnType<typeof enterAccount>>;
}

/** Bridges of the attacker, as many as an account may have. */
const pairAll = async ({ url, account }: Attacker, count = 100) => {
  const key = await createKey();
  return { key, systemIds: await pairBridges(url, key, await account.allowPairing(), count) };
};

/** Fills a bridge, and ends its connection. */
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

/** 100 bridges full of components; then 30 Discovers at once, again and again. */
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

/** 100 bridges with eight connections each, which send nothing and are opened again a second after they were closed or refused. */
const entries = async (attacker: Attacker) => {
  const { key, systemIds } = await pairAll(attacker);
  const repeat = async (systemId: string) => {
    for (;;) {
      await openBridge({ cloud: attacker.url, key, systemId, opened: () => () => {} });
      await pause(1_000);
    }
  };
  // Two of each: the second replaces the first, whose place is then free for another.
  for (const systemId of systemIds) for (let n = 0; n < 8; n++) void repeat(systemId);
};

/** 50 bridges that change as much as they may on each acknowledgement. */
const frames = async (attacker: Attacker) => {
  const { key, systemIds } = await pairAll(attacker, 50);
  const repeat = async (systemId: string) => {
    for (;;) {
      await openBridge({
        cloud: attacker.url,
        key,
        systemId,
        opened: (bridge) => {
          let turn = 0;
          bridge.send(snapshotOf(systemId, fill(120_000, 'a')));
          return () =>
            bridge.send({
              type: 'change',
              at: Date.now(),
              components: fill(120_000, ++turn % 2 === 0 ? 'a' : 'b'),
              removed: [],
            });
        },
      });
      await pause(100);
    }
  };
  for (const systemId of systemIds) void repeat(systemId);
};

/** Ten apps that open streams with 20,000 cursors each, again and again. */
const watch = async ({ url, account }: Attacker) => {
  const cursors = Array.from({ length: 20_000 }, (_, n) => `${800_000_000 + n}.zzzzzzzzzz.zzzzzzzzzz`);
  const repeat = async (accessToken: string) => {
    const client = createGrpcClient(Number(new URL(url).port));
    for (let turn = 0; ; turn++) {
      // As many as are allowed, or none.
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
    const { app } = (await account.call('/console/apps', {
      name: `App ${n}`,
      redirectUri: 'http://127.0.0.1/callback',
      confidential: false,
      pkceRequired: true,
    })) as unknown as { app: { clientId: string } };
    const { accessToken } = await account.call(`/console/apps/${app.clientId}/token`, {});
    void repeat(accessToken!);
  }
};

export const attacks = { discover, entries, frames, watch };
export type Attack = keyof typeof attacks;

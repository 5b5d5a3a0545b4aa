import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { enterAccount } from '@plenum/testbed/account';
import { makeApp } from '../attack/apps.ts';
import { createKey, openBridge, pairBridges, snapshotOf } from '../attack/bridges.ts';
import { type StrangerAttack, strangerAttacks } from '../attack/strangers.ts';
import { startChild } from '../child.ts';
import { formatLatency, timeEach } from '../cloud/latency.ts';
import { post } from '../cloud/post.ts';
import type { Measurement, Row } from '../row.ts';

const pace = { count: 200, rest: 25 };
/** Time for an attack to use up what its addresses are allowed at once, in ms. */
const warmUp = 5_000;
/** Longest median of a neighbour's Query during an attack, in ms. */
const limit = 10;

/** Starts a cloud with one bridge; returns its URL and a Query of its owner's app. */
const startNeighbour = async () => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const child = stack.use(await startChild('servers/open-cloud', [folder]));
  const url = `http://127.0.0.1:${child.port}`;
  const account = await enterAccount(url, {
    email: 'neighbour@example.org',
    password: 'a quiet house by the sea',
  });
  await account.signUp();
  const key = await createKey();
  const [systemId] = await pairBridges(url, key, await account.allowPairing(), 1);
  const zone = { kind: 'zone', index: 0, datagram: { Index: 0, Name: 'Hall' } } as const;
  await openBridge({
    cloud: url,
    key,
    systemId: systemId!,
    opened: (bridge) => {
      bridge.send(snapshotOf(systemId!, [zone]));
      return bridge.close;
    },
  });
  const app = await makeApp({ url, account }, 'Neighbour');
  const { accessToken } = await account.call(`/console/apps/${app}/token`, {});
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const query = { requestType: 'Query', componentId: `${systemId}_hvac_zone_0` };
  const running = stack.move();
  return {
    url,
    query: () => post(`${url}/dev`, JSON.stringify({ requestId: randomUUID(), ...query }), headers),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};

const measure = async (attack: StrangerAttack): Promise<Row> => {
  await using neighbour = await startNeighbour();
  const before = await timeEach(pace.count, neighbour.query, pace);
  await using _attacker = await startChild('servers/stranger', [
    JSON.stringify({ attack, url: neighbour.url }),
  ]);
  await pause(warmUp);
  const under = await timeEach(pace.count, neighbour.query, pace);
  return {
    name: `query during ${attack}`,
    measured: formatLatency(under),
    reference: `before: ${formatLatency(before)}`,
    ratio: under.p50 / before.p50,
    limit: `<= ${limit} ms`,
    within: under.p50 <= limit,
  };
};

/** Measures the response times of an account during attacks of clients without an account (docs/security.md, "Cloud"). */
export const measureStrangers: Measurement = async () => {
  const rows: Row[] = [];
  for (const attack of Object.keys(strangerAttacks) as StrangerAttack[]) rows.push(await measure(attack));
  return rows;
};

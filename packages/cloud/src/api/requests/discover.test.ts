import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { status } from '@grpc/grpc-js';
import { createTokenBucket } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { createGrpcClient, statusOf } from '@plenum/testbed/grpc-client';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { openStore } from '../../kernel/database/store.ts';
import { toAccountLimits } from '../../kernel/quota/account-limits.ts';
import { createHouse } from '../house.fixture.ts';
import { startRequestServer } from '../request-server.fixture.ts';
import { createDiscover } from './discover.ts';
import type { Caller } from './shape.ts';

const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
const discover = { requestId, requestType: 'Discover' };
const idOf = (n: number) => String(n).padStart(9, '0');

/** Zones with datagrams of 8 kB each. */
const largeZones = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'zone' as const,
    index,
    datagram: { Index: index, Name: 'x'.repeat(8_000) },
  }));

const callerOf = (accountId: string, clientId: string): Caller => ({
  accountId,
  clientId,
  scopes: ['query-control'],
  expiresAt: Infinity,
});

/** Opens Discover over a store with some bridges of Ann's and one of Ben's, with a quota of 100 kB. */
const open = async (bridges = 9) => {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  const store = stack.use(await openStore({ dataDir: folder.path }));
  const clock = createFakeClock();
  for (const accountId of ['ann', 'ben']) await insertAccount(store, accountId);
  for (let n = 1; n <= bridges; n++)
    await createHouse({ store }, { accountId: 'ann', systemId: idOf(n), components: largeZones(1) });
  await createHouse({ store }, { accountId: 'ben', systemId: idOf(99), components: largeZones(1) });
  const read = createTokenBucket({ rate: 1_000, burst: 100_000 }, clock);
  const ask = createDiscover({ db: store.db, clock, read });
  /** Starts a Discover and records its name when it begins. */
  const began: string[] = [];
  const begin = async (name: string, caller: Caller) => {
    const found = await ask(caller);
    began.push(found.ok ? name : `${name} refused`);
    if (!found.ok) throw new Error(found.refusal.detail);
    const pages = found.value[Symbol.asyncIterator]();
    return { next: () => pages.next(), readAll: () => Array.fromAsync(found.value) };
  };
  return { clock, began, begin, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('Discover', () => {
  it('reads a few bridges of a Discover at a time, as its consumer requests more', async () => {
    await using cloud = await open();
    const { next } = await cloud.begin('a', callerOf('ann', 'app'));
    const sizes: number[] = [];
    for (let page = await next(); !page.done; page = await next()) sizes.push(page.value.length);
    assert.deepEqual(sizes, [4, 4, 1]);
  });

  it('handles one Discover of an account at a time, without delaying other accounts', async () => {
    await using cloud = await open();
    const first = await cloud.begin('ann 1', callerOf('ann', 'app'));
    await first.next();
    const second = cloud.begin('ann 2', callerOf('ann', 'other'));
    const ben = await cloud.begin('ben', callerOf('ben', 'app'));
    await ben.readAll();
    assert.deepEqual(cloud.began, ['ann 1', 'ben']);
    await first.readAll();
    await (await second).next();
    assert.deepEqual(cloud.began, ['ann 1', 'ben', 'ann 2']);
  });

  it('serves an account’s apps in turn, and refuses an app’s seventh concurrent Discover', async () => {
    await using cloud = await open(1);
    const [greedy, honest] = [callerOf('ann', 'greedy'), callerOf('ann', 'honest')];
    const first = await cloud.begin('greedy 0', greedy);
    const waiting = [1, 2, 3, 4, 5].map((n) => cloud.begin(`greedy ${n}`, greedy));
    await assert.rejects(cloud.begin('greedy 6', greedy), {
      message: 'Too many Discovers of this app for this user are waiting already; try again in 30 s.',
    });
    const other = cloud.begin('honest', honest);
    await settled();
    await first.readAll();
    await (await other).readAll();
    await (await waiting[0]!).readAll();
    assert.deepEqual(cloud.began, ['greedy 0', 'greedy 6 refused', 'honest', 'greedy 1']);
  });

  it('starts the next Discover after ten seconds, even if the first is not fully read', async () => {
    await using cloud = await open();
    const slow = await cloud.begin('slow', callerOf('ann', 'slow'));
    await slow.next();
    const next = cloud.begin('next', callerOf('ann', 'app'));
    cloud.clock.advance(9_999);
    await settled();
    assert.deepEqual(cloud.began, ['slow']);
    cloud.clock.advance(1);
    await next;
    assert.deepEqual(cloud.began, ['slow', 'next']);
  });

  it('refuses Discover for an account beyond its quota until the quota has recovered', async () => {
    await using cloud = await open();
    const ann = callerOf('ann', 'app');
    // Each reads 9 bridges of 8,088 bytes, plus 1,024 for the request.
    for (const _ of [1, 2]) await (await cloud.begin('a', ann)).readAll();
    const tooMuch = {
      message: "This user's apps have read too much in a short time; try again in 48 s.",
    };
    await assert.rejects(cloud.begin('a', callerOf('ann', 'another')), tooMuch);
    await (await cloud.begin('b', callerOf('ben', 'app'))).readAll();
    cloud.clock.advance(48_000);
    await (await cloud.begin('a', ann)).readAll();
  });
});

/** Starts a server whose user ann has more components than socket buffers hold. */
const openLarge = async (bridges: number) => {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  const clock = createFakeClock(Date.now());
  const limits = toAccountLimits(1_000);
  const server = stack.use(
    await startRequestServer({ place: { dataDir: folder.path }, clock, accountLimits: limits }),
  );
  await insertAccount(server.store, 'ann');
  for (let n = 1; n <= bridges; n++)
    await createHouse(server, { accountId: 'ann', systemId: idOf(n), components: largeZones(16) });
  return { ...server, clock, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

describe('a large Discover', () => {
  it('sends a large Discover in pieces over /dev, and refuses it as one gRPC message', async () => {
    await using cloud = await openLarge(40);
    const token = cloud.tokens.issue('ann');
    const { status: code, headers, body } = await cloud.post(discover, token);
    assert.equal(code, 200);
    assert.equal(headers.get('transfer-encoding'), 'chunked');
    assert.equal(body.requestId, requestId);
    assert.equal(body.response.devices.length, 640);
    assert.equal(
      new Set(body.response.devices.map((one: { componentId: string }) => one.componentId)).size,
      640,
    );

    using client = createGrpcClient(cloud.port);
    const refused = await statusOf(client.discover({ accessToken: token, requestId }));
    assert.equal(refused.code, status.RESOURCE_EXHAUSTED);
    assert.equal(
      refused.details,
      'The components of this user are larger than 4194304 bytes, too much for one message; use Watch, which sends them bridge by bridge.',
    );
  });

  it('disconnects a client that has not read a large Discover for a minute', async () => {
    await using cloud = await openLarge(200);
    const headers = { authorization: `Bearer ${cloud.tokens.issue('ann')}` };
    const sent = request({ port: cloud.port, path: '/dev', method: 'POST', headers, agent: false });
    sent.end(JSON.stringify(discover));
    const [answer] = await once(sent, 'response');
    const closed = once(answer.pause().socket, 'close');
    cloud.clock.advance(59_999);
    assert.ok(!answer.socket.destroyed);
    cloud.clock.advance(1);
    answer.on('error', () => {}).resume();
    await closed;
    assert.equal(answer.complete, false);
  });
});

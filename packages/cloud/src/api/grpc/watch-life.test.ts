import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, constants } from 'node:http2';
import { it } from 'node:test';
import { status } from '@grpc/grpc-js';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { statusOf } from '@plenum/testbed/grpc-client';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { type Log, silent } from '../../kernel/log/log.ts';
import { toAccountLimits } from '../../kernel/quota/account-limits.ts';
import { changed, createHouse } from '../house.fixture.ts';
import { cursorOf, first, openWatch, requestId, second, short, type WatchMessage } from './watch.fixture.ts';

/** A change so large that few fit into the HTTP/2 flow-control windows. */
const long = (n: number) => changed('unit', 0, { Tag1: `${n}`.padEnd(100_000, '.') });

/** Length of the prefix of each message in the Connect protocol: flags and length. */
const headLength = 5;

/** Opens a Watch stream and does not read it until requested. */
const openUnread = async ({ url, accessToken }: { url: string; accessToken: string }) => {
  const session = connect(url);
  const stream = session.request({
    ':method': 'POST',
    ':path': '/plenum.cloud.v1.ClimateCloud/Watch',
    'content-type': 'application/connect+json',
  });
  stream.on('error', () => {});
  const asked = Buffer.from(JSON.stringify({ accessToken, requestId }));
  const head = Buffer.alloc(headLength);
  head.writeUInt32BE(asked.length, 1);
  stream.end(Buffer.concat([head, asked]));
  await once(stream, 'response');
  return { stream, [Symbol.dispose]: () => session.destroy() };
};

async function* readMessages(stream: AsyncIterable<Buffer>): AsyncGenerator<WatchMessage> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= headLength && rest.length >= headLength + rest.readUInt32BE(1)) {
      const end = headLength + rest.readUInt32BE(1);
      yield JSON.parse(rest.toString('utf8', headLength, end));
      rest = rest.subarray(end);
    }
  }
}

onEachStore('a Watch stream', (engine) => {
  it('ends a Watch stream immediately when its token is revoked on this node', async () => {
    await using cloud = await openWatch(engine, { clock: createFakeClock(Date.now()) });
    const watching = cloud.watch();
    await watching.next();
    const next = watching.next();
    cloud.tokens.revoke(cloud.accessToken);
    const { code, details } = await statusOf(next);
    assert.equal(code, status.UNAUTHENTICATED);
    assert.equal(details, 'The access token is missing or not valid.');
  });

  it('ends a Watch stream within 3 s when its token is revoked elsewhere or expires', async () => {
    const clock = createFakeClock(Date.now());
    await using cloud = await openWatch(engine, { clock });
    const revoked = cloud.watch();
    const brief = cloud.tokens.issue('ann', { expiresAt: clock.now() + 10_000 });
    const expiring = cloud.watch([], brief);
    await revoked.next();
    await expiring.next();
    const ends = [statusOf(revoked.next()), statusOf(expiring.next())];
    cloud.tokens.revoke(cloud.accessToken, { elsewhere: true });
    clock.advance(3_000);
    assert.equal((await ends[0]!).code, status.UNAUTHENTICATED);
    clock.advance(7_000);
    assert.equal((await ends[1]!).code, status.UNAUTHENTICATED);
  });

  it('polls if the bus lost a change, and sends keep-alives on a Watch stream', async () => {
    const clock = createFakeClock(Date.now());
    await using cloud = await openWatch(engine, { clock });
    const watching = cloud.watch();
    await watching.next();
    const deaf = await createHouse({ store: cloud.store }, { accountId: 'ann', systemId: second });
    assert.equal(deaf.systemId, second);
    const found = watching.next();
    clock.advance(15_000);
    assert.equal(short(await found).systemId, second);
    const alive = watching.next();
    let isHeard = false;
    const hear = () => {
      isHeard = true;
    };
    alive.then(hear, hear);
    while (!isHeard) {
      clock.advance(3_000);
      await new Promise(setImmediate);
    }
    assert.deepEqual(short(await alive), { systemId: '', snapshot: false, components: [], removed: [] });
    assert.equal(cursorOf(await alive), '');
    watching.cancel();
  });

  it('reads only the announced bridges for a Watch stream, and all of them periodically', async () => {
    const clock = createFakeClock(Date.now());
    await using cloud = await openWatch(engine, { clock });
    const deaf = await createHouse({ store: cloud.store }, { accountId: 'ann', systemId: second });
    const watching = cloud.watch();
    for (const _ of [first, second]) await watching.next();
    await deaf.change([changed('zone', 1, { Setpoint: 2400 })]);
    for (const Setpoint of [2400, 2450]) {
      await cloud.house.change([changed('zone', 1, { Setpoint })]);
      assert.equal(short(await watching.next()).systemId, first);
    }
    const found = watching.next();
    clock.advance(15_000);
    assert.equal(short(await found).systemId, second);
    watching.cancel();
  });

  it('ends a Watch stream of a stopping node with a status that tells the client to reconnect', async () => {
    await using cloud = await openWatch(engine);
    const watching = cloud.watch();
    await watching.next();
    const ended = statusOf(watching.next());
    await cloud.cloud[Symbol.asyncDispose]();
    const { code, details } = await ended;
    assert.equal(code, status.UNAVAILABLE);
    assert.equal(details, 'This node is stopping; connect again.');
  });

  it('a node that stops waits for a read of a Watch stream whose client has disconnected', async () => {
    const errors: unknown[] = [];
    const log: Log = { ...silent, error: (facts, sentence) => errors.push([sentence, facts]) };
    const clock = createFakeClock(Date.now());
    await using cloud = await openWatch(engine, { clock, log });
    const watching = cloud.watch();
    await watching.next();
    const { identify } = cloud.tokens;
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    cloud.tokens.identify = async (token) => {
      asked.resolve();
      await held.promise;
      return identify(token);
    };
    const ended = statusOf(watching.next());
    clock.advance(15_000);
    await asked.promise;
    watching.cancel();
    assert.equal((await ended).code, status.CANCELLED);
    let isStopped = false;
    const stopping = cloud.cloud[Symbol.asyncDispose]().then(() => {
      isStopped = true;
    });
    // Enough for a node that does not wait.
    for (let turn = 0; turn < 500 && !isStopped; turn++) await new Promise(setImmediate);
    held.resolve();
    await stopping;
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    assert.deepEqual(errors, []);
  });

  it('limits an app to 20 Watch streams for a user, and makes room when one ends', async () => {
    await using cloud = await openWatch(engine);
    const streams = Array.from({ length: 20 }, () => cloud.watch());
    await Promise.all(streams.map((one) => one.next()));
    const { code, details } = await statusOf(cloud.watch().next());
    assert.equal(code, status.RESOURCE_EXHAUSTED);
    assert.equal(details, 'This app already has 20 Watch streams open for this user; close one first.');
    streams[0]!.cancel();
    let isOpen = false;
    while (!isOpen)
      isOpen = await cloud
        .watch()
        .next()
        .then(
          () => true,
          () => false,
        );
    for (const one of streams) one.cancel();
  });

  it('limits all apps to 40 Watch streams for a user, and does not affect other users', async () => {
    await using cloud = await openWatch(engine);
    await insertAccount(cloud.store, 'ben');
    await createHouse(cloud, { accountId: 'ben', systemId: second });
    const tokenOf = (clientId: string) => cloud.tokens.issue('ann', { clientId });
    const apps = ['first', 'second'].map(tokenOf);
    const streams = apps.flatMap((token) => Array.from({ length: 20 }, () => cloud.watch([], token)));
    await Promise.all(streams.map((one) => one.next()));
    const { code, details } = await statusOf(cloud.watch([], tokenOf('third')).next());
    assert.equal(code, status.RESOURCE_EXHAUSTED);
    assert.equal(details, "This user's apps already have 40 Watch streams open; close one first.");
    const other = cloud.watch([], cloud.tokens.issue('ben'));
    assert.equal(short(await other.next()).systemId, second);
    for (const one of [...streams, other]) one.cancel();
  });

  it('limits the bytes of cursors that all Watch streams of a user hold together', async () => {
    await using cloud = await openWatch(engine, { accountLimits: toAccountLimits(1) });
    // 66 cursors of 31 bytes use 2,046 of the 2,048 bytes. Bridges that the user cannot see are reported as removed.
    const cursorsOf = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `${String(from + n).padStart(9, '0')}.zzzzzzzzzz.zzzzzzzzzz`);
    const half = cloud.watch(cursorsOf(100, 33));
    assert.equal(short(await half.next()).systemId, '000000100');
    const token = cloud.tokens.issue('ann', { clientId: 'another' });
    const { code, details } = await statusOf(cloud.watch(cursorsOf(200, 34), token).next());
    assert.equal(code, status.RESOURCE_EXHAUSTED);
    assert.equal(
      details,
      'The streams of this user may begin with at most 2048 bytes of cursors in all; send only those of bridges that the user has.',
    );
    const rest = cloud.watch(cursorsOf(200, 33), token);
    assert.equal(short(await rest.next()).systemId, '000000200');
    for (const one of [half, rest]) one.cancel();
  });

  it('skips intermediate states for a slow Watch client, and sends it the latest one', async () => {
    await using cloud = await openWatch(engine);
    using unread = await openUnread(cloud);
    for (let n = 0; n < 60; n++) await cloud.house.change([long(n)]);
    let heard = 0;
    for await (const { components } of readMessages(unread.stream)) {
      heard++;
      const unit = components.find(({ componentId }) => componentId.endsWith('_systemsettings_0'));
      if (JSON.parse(unit!.datagram).Tag1?.startsWith('59.')) break;
    }
    assert.ok(heard <= 4, `${heard} messages were buffered for a client that does not read`);
  });

  it('logs no error if a Watch client that did not read disconnects', async () => {
    const said: string[] = [];
    const error = (facts: object, sentence: string) => void said.push(`${sentence} ${JSON.stringify(facts)}`);
    {
      await using cloud = await openWatch(engine, { log: { info: () => {}, warn: () => {}, error } });
      const unread = await openUnread(cloud);
      for (let n = 0; n < 20; n++) await cloud.house.change([long(n)]);
      unread[Symbol.dispose]();
      for (let n = 0; n < 20; n++) await (await fetch(`${cloud.url}/healthz`)).text();
    }
    assert.deepEqual(said, []);
  });

  it('disconnects a Watch client that has not read for a minute', async () => {
    const clock = createFakeClock(Date.now());
    await using cloud = await openWatch(engine, { clock });
    using unread = await openUnread(cloud);
    for (let n = 0; n < 20; n++) await cloud.house.change([long(n)]);
    const from = clock.now();
    while (!unread.stream.closed) {
      clock.advance(1_000);
      await new Promise(setImmediate);
    }
    assert.notEqual(unread.stream.rstCode, constants.NGHTTP2_NO_ERROR);
    assert.ok(clock.now() - from >= 60_000);
  });
});

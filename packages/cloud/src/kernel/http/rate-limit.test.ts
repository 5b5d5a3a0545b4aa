import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/machine/fake-clock';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { createGrpcClient } from '@plenum/testbed/grpc-client';
import { startRequestServer } from '../../api/third-party/request-server.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { createRateLimit, defaultRate } from './rate-limit.ts';

const setUp = (rate = defaultRate) => {
  const clock = createFakeClock();
  return { clock, limit: createRateLimit(rate, clock) };
};

describe('a rate limit', () => {
  it('allows 100 requests at once and 50 a second after that', () => {
    const { clock, limit } = setUp();
    for (let n = 0; n < 100; n++) assert.ok(limit.take('a').isAllowed);
    assert.ok(!limit.take('a').isAllowed);
    clock.advance(1_000);
    for (let n = 0; n < 50; n++) assert.ok(limit.take('a').isAllowed);
    assert.ok(!limit.take('a').isAllowed);
    clock.advance(19);
    assert.ok(!limit.take('a').isAllowed);
    clock.advance(1);
    assert.ok(limit.take('a').isAllowed);
  });

  it('holds no more than the burst, however long it rests', () => {
    const { clock, limit } = setUp({ rate: 50, burst: 3 });
    limit.take('a');
    clock.advance(3_600_000);
    assert.deepEqual(
      [1, 2, 3, 4].map(() => limit.take('a').isAllowed),
      [true, true, true, false],
    );
  });

  it('gives back what it allowed, up to the burst', () => {
    const { limit } = setUp({ rate: 1, burst: 2 });
    limit.take('a');
    limit.take('a');
    limit.giveBack('a');
    assert.equal(limit.look('a').left, 1);
    limit.giveBack('a');
    limit.giveBack('a');
    assert.equal(limit.look('a').left, 2);
    assert.equal(limit.size(), 0);
  });

  it('counts each token by itself', () => {
    const { limit } = setUp({ rate: 1, burst: 1 });
    assert.ok(limit.take('a').isAllowed);
    assert.ok(limit.take('b').isAllowed);
    assert.ok(!limit.take('a').isAllowed);
  });

  it('says what is left, when all is, and how long to wait', () => {
    const { clock, limit } = setUp({ rate: 1, burst: 4 });
    assert.deepEqual(limit.take('a'), { isAllowed: true, left: 3, wait: 0, full: 1 });
    for (let n = 0; n < 2; n++) limit.take('a');
    assert.deepEqual(limit.take('a'), { isAllowed: true, left: 0, wait: 0, full: 4 });
    assert.deepEqual(limit.take('a'), { isAllowed: false, left: 0, wait: 1, full: 4 });
    clock.advance(500);
    assert.deepEqual(limit.take('a'), { isAllowed: false, left: 0, wait: 1, full: 4 });
    const slow = setUp({ rate: 0.1, burst: 1 }).limit;
    slow.take('a');
    assert.equal(slow.take('a').wait, 10);
  });

  it('is not fooled by a clock that is set back', () => {
    const { clock, limit } = setUp({ rate: 1, burst: 1 });
    limit.take('a');
    clock.set(clock.now() - 3_600_000);
    assert.ok(!limit.take('a').isAllowed);
    clock.advance(1_000);
    assert.ok(limit.take('a').isAllowed);
  });

  it('tells whether it would allow a request, without counting one', () => {
    const { limit } = setUp({ rate: 1, burst: 2 });
    for (let n = 0; n < 5; n++)
      assert.deepEqual(limit.look('a'), { isAllowed: true, left: 2, wait: 0, full: 0 });
    assert.equal(limit.size(), 0);
    limit.take('a');
    assert.deepEqual(limit.look('a'), { isAllowed: true, left: 1, wait: 0, full: 1 });
    limit.take('a');
    assert.deepEqual(limit.look('a'), { isAllowed: false, left: 0, wait: 1, full: 2 });
  });

  it('stores nothing of idle tokens', () => {
    const { clock, limit } = setUp();
    for (let n = 0; n < 1_000; n++) limit.take(String(n));
    assert.equal(limit.size(), 1_000);
    clock.advance(4_000);
    assert.equal(limit.size(), 0);
  });
});

describe('POST /dev', () => {
  const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
  const discover = { requestId, requestType: 'Discover' };

  it('answers 429 with how long to wait, and says before how much is left', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock(Date.now());
    await using cloud = await startRequestServer({
      place: { dataDir: folder.path },
      clock,
      rate: { rate: 50, burst: 100 },
    });
    await insertAccount(cloud.store, 'ann');
    const token = cloud.tokens.issue('ann');
    const first = await cloud.post(discover, token);
    assert.equal(first.headers.get('ratelimit-policy'), '"token";q=100;w=2');
    assert.equal(first.headers.get('ratelimit'), '"token";r=99;t=1');
    for (let n = 1; n < 100; n++) assert.equal((await cloud.post(discover, token)).status, 200);
    const { status, headers, body } = await cloud.post(discover, token);
    assert.equal(status, 429);
    assert.equal(headers.get('retry-after'), '1');
    assert.equal(headers.get('ratelimit'), '"token";r=0;t=2');
    assert.deepEqual(body, {
      requestId,
      response: { result: 'Error', detail: 'This token may make 50 requests a second; come back in 1 s.' },
    });
    assert.equal((await cloud.post(discover, cloud.tokens.issue('ann'))).status, 200);
    clock.advance(20);
    assert.equal((await cloud.post(discover, token)).status, 200);
  });
});

describe('who shows no valid token, again and again', () => {
  const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
  const discover = { requestId, requestType: 'Discover' };

  it('is limited by address over both transports, before any lookup', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock(Date.now());
    await using cloud = await startRequestServer({ place: { dataDir: folder.path }, clock });
    await insertAccount(cloud.store, 'ann');
    const token = cloud.tokens.issue('ann');
    assert.equal((await cloud.post(discover, token)).status, 200);
    for (let n = 0; n < 200; n++) assert.equal((await cloud.post(discover, `guess${n}`)).status, 401);
    const asked = cloud.tokens.asked();
    const { status, headers, body } = await cloud.post(discover, 'another');
    assert.equal(status, 429);
    assert.equal(headers.get('retry-after'), '1');
    assert.deepEqual(body.response, {
      result: 'Error',
      detail: 'Too many requests without a valid token came from this address; come back in 1 s.',
    });
    assert.equal((await cloud.post(discover)).status, 429);
    using grpc = createGrpcClient(cloud.port);
    await assert.rejects(grpc.discover({ requestId, accessToken: 'another' }), /8 RESOURCE_EXHAUSTED/);
    assert.equal(cloud.tokens.asked(), asked);
    assert.equal((await cloud.post(discover, token)).status, 200, 'a known app at the same address goes on');
    clock.advance(100);
    assert.equal((await cloud.post(discover, 'another')).status, 401);
  });

  it('is not limited less by asking 400 times at once', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock(Date.now());
    await using cloud = await startRequestServer({ place: { dataDir: folder.path }, clock });
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, n) => cloud.post(discover, `guess${n}`)),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    assert.deepEqual([count(401), count(429)], [200, 200]);
    assert.equal(cloud.tokens.asked(), 200);
  });

  it('does not keep out a neighbour at the same address whose token was valid before, revocations or not', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock(Date.now());
    await using cloud = await startRequestServer({ place: { dataDir: folder.path }, clock });
    await insertAccount(cloud.store, 'ann');
    const [token, other] = [cloud.tokens.issue('ann'), cloud.tokens.issue('bela')];
    assert.equal((await cloud.post(discover, token)).status, 200);
    for (let n = 0; n < 200; n++) await cloud.post(discover, `guess${n}`);
    cloud.tokens.revoke(other);
    assert.equal((await cloud.post(discover, other)).status, 429, 'never seen here');
    clock.advance(10);
    assert.equal((await cloud.post(discover, token)).status, 200);
    // Half an hour later, the flood having gone on.
    clock.advance(30 * 60_000);
    for (let n = 0; n < 200; n++) await cloud.post(discover, `guess${n}`);
    assert.equal((await cloud.post(discover, 'another')).status, 429);
    assert.equal((await cloud.post(discover, token)).status, 200);
    cloud.tokens.revoke(token, { elsewhere: true });
    clock.advance(3_000);
    for (let n = 0; n < 30; n++) await cloud.post(discover, `guess${n}`);
    assert.equal((await cloud.post(discover, token)).status, 401, 'it was revoked on another node');
    assert.equal((await cloud.post(discover, token)).status, 429, 'and is as unknown as any other');
  });

  it('costs valid tokens that are new here nothing, one after the other', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock(Date.now());
    await using cloud = await startRequestServer({ place: { dataDir: folder.path }, clock });
    await insertAccount(cloud.store, 'ann');
    for (let n = 0; n < 201; n++)
      assert.equal((await cloud.post(discover, cloud.tokens.issue('ann'))).status, 200);
  });
});

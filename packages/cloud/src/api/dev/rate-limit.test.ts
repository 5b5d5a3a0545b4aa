import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { createGrpcClient } from '@plenum/testbed/grpc-client';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { openStore } from '../../kernel/database/store.ts';
import { createRefusalPace } from '../../kernel/http/refusal-pace.ts';
import { silent } from '../../kernel/log/log.ts';
import { createScriptedControls, createTokenTable, startRequestServer } from '../request-server.fixture.ts';
import { createRequests } from '../requests/requests.ts';

/** Returns the first bytes of the response to a request whose body does not arrive. */
const sendHalf = async (url: string, token: string): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = ['POST /dev HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`, 'Content-Length: 65536'];
  socket.write(`${head.join('\r\n')}\r\n\r\n[`);
  const [bytes] = await once(socket, 'data');
  socket.destroy();
  return String(bytes);
};

describe('POST /dev', () => {
  const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
  const discover = { requestId, requestType: 'Discover' };

  it('responds with 429 and the time to wait, and reports the remaining quota before that', async () => {
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
      requestId: headers.get('x-request-id'),
      response: { result: 'Error', detail: 'This token may make 50 requests a second; try again in 1 s.' },
    });
    const refused = await sendHalf(cloud.url, token);
    assert.match(refused, /^HTTP\/1\.1 429 /, 'refused before the body is read');
    assert.equal((await cloud.post(discover, cloud.tokens.issue('ann'))).status, 200);
    clock.advance(20);
    assert.equal((await cloud.post(discover, token)).status, 200);
  });
});

describe('a flood of requests', () => {
  const settled = async (admission: Promise<unknown>): Promise<boolean> => {
    let isSettled = false;
    void admission.then(() => {
      isSettled = true;
    });
    await turn();
    return isSettled;
  };

  for (const [whose, isKnown] of [
    ['a token', true],
    ['an address', false],
  ] as const)
    it(`refuses ${whose} 200 times without a delay, and then once a second`, async () => {
      using folder = createDataFolder();
      const clock = createFakeClock(Date.now());
      await using store = await openStore({ dataDir: folder.path });
      const tokens = createTokenTable(clock.now);
      const controls = createScriptedControls();
      using refusals = createRefusalPace(clock);
      await using requests = createRequests({ store, tokens, controls, clock, log: silent, refusals });
      const token = isKnown ? tokens.issue('ann') : undefined;
      const admit = () => requests.admit(token, '192.0.2.1');
      const allowed = isKnown ? 100 : 200;
      for (let n = 0; n < allowed; n++) assert.equal((await admit()).ok, isKnown);
      for (let n = 0; n < 200; n++) assert.equal(await settled(admit()), true);
      const late = admit();
      assert.equal(await settled(late), false);
      clock.advance(999);
      assert.equal(await settled(late), false);
      clock.advance(1);
      const refused = await late;
      assert.equal(!refused.ok && refused.refusal.status, 429);
      assert.equal((await requests.admit(tokens.issue('bea'), '192.0.2.2')).ok, true);
    });
});

describe('repeated requests without a valid token', () => {
  const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
  const discover = { requestId, requestType: 'Discover' };

  it('limits requests without a valid token by address over both transports, before any lookup', async () => {
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
      detail: 'Too many requests without a valid token came from this address; try again in 1 s.',
    });
    assert.equal((await cloud.post(discover)).status, 429);
    using grpc = createGrpcClient(cloud.port);
    await assert.rejects(grpc.discover({ requestId, accessToken: 'another' }), /8 RESOURCE_EXHAUSTED/);
    assert.equal(cloud.tokens.asked(), asked);
    assert.equal(
      (await cloud.post(discover, token)).status,
      200,
      'an app with a known token is not affected by its address',
    );
    clock.advance(100);
    assert.equal((await cloud.post(discover, 'another')).status, 401);
  });

  it('counts 400 concurrent requests without a valid token like sequential ones', async () => {
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

  it('admits a verified token from a limited address, even after other tokens were revoked', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock(Date.now());
    await using cloud = await startRequestServer({ place: { dataDir: folder.path }, clock });
    await insertAccount(cloud.store, 'ann');
    const [token, other] = [cloud.tokens.issue('ann'), cloud.tokens.issue('bela')];
    assert.equal((await cloud.post(discover, token)).status, 200);
    for (let n = 0; n < 200; n++) await cloud.post(discover, `guess${n}`);
    cloud.tokens.revoke(other);
    assert.equal((await cloud.post(discover, other)).status, 429, 'this node has not seen the token');
    clock.advance(10);
    assert.equal((await cloud.post(discover, token)).status, 200);
    // Half an hour later, after more requests.
    clock.advance(30 * 60_000);
    for (let n = 0; n < 200; n++) await cloud.post(discover, `guess${n}`);
    assert.equal((await cloud.post(discover, 'another')).status, 429);
    assert.equal((await cloud.post(discover, token)).status, 200);
    cloud.tokens.revoke(token, { elsewhere: true });
    clock.advance(3_000);
    for (let n = 0; n < 30; n++) await cloud.post(discover, `guess${n}`);
    assert.equal((await cloud.post(discover, token)).status, 401, 'it was revoked on another node');
    assert.equal((await cloud.post(discover, token)).status, 429, 'now counts as an unknown token');
  });

  it('admits valid tokens new to this node one by one, even if their address is limited', async () => {
    using folder = createDataFolder();
    const clock = createFakeClock(Date.now());
    await using cloud = await startRequestServer({ place: { dataDir: folder.path }, clock });
    await insertAccount(cloud.store, 'ann');
    for (let n = 0; n < 201; n++)
      assert.equal((await cloud.post(discover, cloud.tokens.issue('ann'))).status, 200);
  });
});

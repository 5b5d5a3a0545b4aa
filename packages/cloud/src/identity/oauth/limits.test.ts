import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock, type FakeClock } from '@plenum/platform/fake-clock';
import { uplink } from '@plenum/protocol/uplink';
import {
  askToken,
  createApp,
  obtainTokens,
  refresh,
  signUp,
  startTestCloud,
  type TestCloud,
  type TestCloudConfig,
  toLoginUrl,
} from '../../fixture/identity.fixture.ts';
import { onEachStore, type TestEngine } from '../../fixture/with-store.fixture.ts';
import { silent } from '../../kernel/log/log.ts';
import { defaultRates } from './limits.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/**
 * A cloud behind a trusted load balancer on this machine. Its clock is fake, so that rate limits recover only when the
 * test advances it.
 */
const start = async (
  engine: TestEngine,
  rates: NonNullable<TestCloudConfig['rates']>,
): Promise<TestCloud & { readonly clock: FakeClock }> => {
  const clock = createFakeClock();
  const cloud = await startTestCloud(engine, silent, { clock, rates, trustedProxies: ['127.0.0.1'] });
  return Object.assign(cloud, { clock });
};

const post = async (
  { url }: TestCloud,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) => {
  const answer = await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(form), headers });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, string>,
  };
};

const from = (address: string) => ({ 'x-forwarded-for': address });

onEachStore('the endpoints of the authorization server', (engine) => {
  it('responds to a revocation with JSON, whether or not the token was valid', async () => {
    await using cloud = await start(engine, {});
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const { access } = await obtainTokens(cloud, app);
    for (const token of [access, access, 'x']) {
      const answer = await fetch(`${cloud.url}/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: app.clientId, token }),
      });
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type')!, /^application\/json/);
      assert.equal(await answer.text(), '{}');
    }
  });

  it('limits OAuth requests by address, and reports the remaining quota and when to retry', async () => {
    await using cloud = await start(engine, { address: { rate: 1, burst: 3 } });
    const form = { client_id: 'nobody', token: 'x', grant_type: 'refresh_token', refresh_token: 'x' };
    const first = await post(cloud, '/token', form);
    assert.equal(first.status, 401);
    assert.equal(first.headers.get('ratelimit-policy'), '"address";q=3;w=3');
    assert.equal(first.headers.get('ratelimit'), '"address";r=2;t=1');
    assert.equal((await post(cloud, '/introspect', form)).status, 401);
    assert.equal((await post(cloud, '/revoke', form)).status, 401);
    for (const path of ['/token', '/introspect', '/revoke']) {
      const { status, headers, body } = await post(cloud, path, form);
      assert.equal(status, 429, path);
      assert.equal(headers.get('retry-after'), '1');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.deepEqual(body, {
        error: 'temporarily_unavailable',
        error_description: 'Too many requests from this address; try again in 1 s.',
      });
    }
    assert.equal((await post(cloud, '/token', form, from('198.51.100.9'))).status, 401);
    cloud.clock.advance(1_000);
    assert.equal((await post(cloud, '/token', form)).status, 401);
  });

  it('counts an IPv6 network as one address', async () => {
    await using cloud = await start(engine, { address: { rate: 1, burst: 1 } });
    const ask = async (address: string) => (await post(cloud, '/token', {}, from(address))).status;
    assert.equal(await ask('2001:db8:1:2::1'), 400);
    assert.equal(await ask('2001:db8:1:2:ffff::2'), 429);
    assert.equal(await ask('2001:db8:1:3::1'), 400);
  });

  it('limits an authenticated app over all addresses, without unauthenticated requests', async () => {
    await using cloud = await start(engine, { app: { rate: 1, burst: 3 } });
    await signUp(cloud);
    const { app, secret } = await createApp(cloud, { confidential: true });
    const own = { client_id: app.clientId, token: 'x' };
    for (let count = 0; count < 10; count++) {
      assert.equal((await post(cloud, '/introspect', { ...own, client_secret: 'a guess' })).status, 401);
      assert.equal((await post(cloud, '/introspect', own)).status, 401);
    }
    const known = { ...own, client_secret: secret! };
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      assert.equal((await post(cloud, '/introspect', known, from(address))).status, 200);
    const { status, headers, body } = await post(cloud, '/introspect', known, from('192.0.2.4'));
    assert.equal(status, 429);
    assert.equal(headers.get('retry-after'), '1');
    assert.equal(body.error_description, 'Too many requests from this app; try again in 1 s.');
    const basic = `Basic ${Buffer.from(`${app.clientId}:${secret}`).toString('base64')}`;
    assert.equal((await post(cloud, '/revoke', { token: 'x' }, { authorization: basic })).status, 429);
  });

  it('limits an app without a secret by consent, not by requests that others make in its name', async () => {
    await using cloud = await start(engine, { grant: { rate: 1, burst: 3 }, app: { rate: 1, burst: 1 } });
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const given = await obtainTokens(cloud, app);
    for (let count = 0; count < 10; count++) {
      assert.equal((await refresh(cloud, app, 'a guess')).status, 400);
      assert.equal((await post(cloud, '/introspect', { client_id: app.clientId, token: 'x' })).status, 200);
    }
    const second = await refresh(cloud, app, given.refresh);
    assert.equal(second.status, 200);
    const third = await refresh(cloud, app, String(second.body.refresh_token));
    assert.equal(third.status, 200);
    const refused = await refresh(cloud, app, String(third.body.refresh_token));
    assert.deepEqual(refused, {
      status: 429,
      body: {
        error: 'temporarily_unavailable',
        error_description: 'Too many requests with this consent; try again in 1 s.',
      },
    });
    cloud.clock.advance(1_000);
    assert.equal((await refresh(cloud, app, String(third.body.refresh_token))).status, 200);
  });

  it('prevents a user of an app without a secret from using up the rate of its other users', async () => {
    await using cloud = await start(engine, { grant: { rate: 1, burst: 5 }, app: { rate: 1, burst: 5 } });
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const [greedy, honest] = [await obtainTokens(cloud, app), await obtainTokens(cloud, app)];
    const repeat = async () => (await refresh(cloud, app, greedy.refresh)).status;
    // The exchange of the code was the first request. A repeated refresh gets its response from the store but counts
    // too.
    for (let count = 1; count < 5; count++) assert.equal(await repeat(), 200);
    for (let count = 0; count < 10; count++) assert.equal(await repeat(), 429);
    assert.equal((await refresh(cloud, app, honest.refresh)).status, 200);
  });

  it('shows an error page beyond an address’s authorizations, and limits device codes more', async () => {
    await using cloud = await start(engine, {
      begin: { rate: 1, burst: 2 },
      device: { rate: 0.1, burst: 1 },
    });
    const { app } = await createApp(cloud);
    const go = () => fetch(toLoginUrl(cloud, app), { redirect: 'manual' });
    for (let count = 0; count < 2; count++) assert.equal((await go()).status, 303);
    for (const page of [await go(), await fetch(`${cloud.url}/device`, { method: 'POST' })]) {
      assert.equal(page.status, 429);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(await page.text(), /<p>Too many requests from this address; try again in 1 s\.<\/p>/);
    }
    const begin = () =>
      post(cloud, '/device/authorization', { client_id: uplink.clientId, scope: uplink.scope });
    assert.equal((await begin()).status, 200);
    const refused = await begin();
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '10');
    const kept = await cloud.store.db.selectFrom('authorization_item').select('kind').execute();
    const count = (kind: string) => kept.filter((row) => row.kind === kind).length;
    assert.deepEqual([count('Interaction'), count('DeviceCode')], [2, 1]);
  });

  it('tells only a device that polls too often to slow down (RFC 8628, 3.5)', async () => {
    await using cloud = await start(engine, {});
    const begin = async () =>
      (await post(cloud, '/device/authorization', { client_id: uplink.clientId, scope: uplink.scope })).body
        .device_code!;
    const poll = async (device_code: string) =>
      (await askToken(cloud, { client_id: uplink.clientId, grant_type: deviceGrant, device_code })).body
        .error;
    const [hasty, patient] = [await begin(), await begin()];
    for (let count = 0; count < defaultRates.poll.burst; count++)
      assert.equal(await poll(hasty), 'authorization_pending');
    assert.equal(await poll(hasty), 'slow_down');
    assert.equal(await poll(patient), 'authorization_pending');
    cloud.clock.advance(5_000);
    assert.equal(await poll(hasty), 'authorization_pending');
    for (let count = 0; count < 20; count++) {
      cloud.clock.advance(5_000);
      assert.equal(await poll(patient), 'authorization_pending', 'every 5 s is allowed');
    }
  });

  it('trusts the client address in a header only from a known load balancer', async () => {
    await using cloud = await startTestCloud(engine, silent, {
      rates: { address: { rate: 0.001, burst: 1 } },
    });
    const ask = async (address: string) => (await post(cloud, '/token', {}, from(address))).status;
    assert.equal(await ask('192.0.2.1'), 400);
    assert.equal(await ask('192.0.2.2'), 429);
  });
});

onEachStore('the cookie of an authorization in progress', (engine) => {
  it('restricts the authorization cookie to this host over https', async () => {
    await using cloud = await startTestCloud(engine, silent, { publicUrl: 'https://cloud.example.org' });
    const cookies = (await fetch(`${cloud.url}/device`)).headers.getSetCookie();
    const session = cookies.find((line) => line.includes('plenum_way='));
    assert.match(
      session ?? '',
      /^__Host-plenum_way=[\w-]+; path=\/; samesite=lax; secure; httponly; expires=[^;]+$/i,
    );
  });
});

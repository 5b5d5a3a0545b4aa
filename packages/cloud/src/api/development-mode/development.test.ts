import assert from 'node:assert/strict';
import { request } from 'node:http';
import { it } from 'node:test';
import { onSqliteFirst, type TestEngine } from '../../fixture/with-store.fixture.ts';
import { startWholeCloud } from '../console/owner.fixture.ts';
import { exampleClientId } from './example-app.ts';

const start = async (engine: TestEngine, development = true) => {
  const stack = new AsyncDisposableStack();
  const { cloud } = stack.use(await startWholeCloud(engine, { development }));
  const call = async (path: string, { body, headers }: { body?: object; headers?: object } = {}) => {
    const answer = await fetch(cloud.publicUrl + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { cloud, call, [Symbol.asyncDispose]: () => stack.disposeAsync() };
};

/** Sends a request with an arbitrary Host header, as a browser does after DNS rebinding. */
const askAs = (url: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { headers: { host } }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });

onSqliteFirst('development mode', (engine) => {
  it('sends a visitor the demo user, all running addresses, and the clock’s speed', async () => {
    await using running = await start(engine);
    const { cloud, call } = running;
    const demo = { email: 'demo@plenum.local', password: 'demo house 24/7' };
    assert.deepEqual((await call('/welcome')).body, { demo, places: { cloud: { url: cloud.publicUrl } } });
    const house = { url: 'http://127.0.0.1:8080', systemId: '000000001' };
    cloud.development!.addOnboarding({ house, clock: { pace: () => 60, setPace: async () => {} } });
    const app = { url: 'http://127.0.0.1:8070', clientId: 'an-app', endpointId: 'an-endpoint' };
    cloud.development!.addOnboarding({ app });
    assert.deepEqual((await call('/welcome')).body, {
      demo,
      places: { cloud: { url: cloud.publicUrl }, house, app },
      pace: 60,
    });
  });

  it('sends no credentials and sets no clock if development mode is off', async () => {
    await using running = await start(engine, false);
    assert.deepEqual((await running.call('/welcome')).body, {});
    const { status, body } = await running.call('/welcome/pace', { body: { pace: 60 } });
    assert.deepEqual([status, body.code], [404, 'no-clock']);
  });

  it('allows a page of this site to set the simulated clock to one of three speeds', async () => {
    await using running = await start(engine);
    const { cloud, call } = running;
    const set: number[] = [];
    cloud.development!.addOnboarding({
      clock: { pace: () => 1, setPace: async (pace) => void set.push(pace) },
    });
    const own = { 'sec-fetch-site': 'same-origin', origin: cloud.publicUrl };
    for (const pace of [1, 60, 600])
      assert.equal((await call('/welcome/pace', { body: { pace }, headers: own })).status, 204);
    for (const pace of [0, 61, '60', null])
      assert.equal((await call('/welcome/pace', { body: { pace }, headers: own })).status, 400, String(pace));
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'http://127.0.0.1:8070' }])
      assert.equal((await call('/welcome/pace', { body: { pace: 60 }, headers })).status, 403);
    assert.deepEqual(set, [1, 60, 600]);
  });

  it('refuses to sign in from a page of another site, although the demo password is public', async () => {
    await using running = await start(engine);
    const { demo: body } = (await running.call('/welcome')).body;
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://127.0.0.1:8070' },
    ])
      assert.equal((await running.call('/account/sign-in', { body, headers })).status, 403);
    assert.equal((await running.call('/account/sign-in', { body })).status, 200);
  });

  it('responds only to requests for names of this machine in development mode', async () => {
    await using running = await start(engine);
    const { publicUrl, http } = running.cloud;
    for (const host of ['evil.example', `evil.example:${http.port}`, '127.0.0.1.evil.example', '10.0.0.1'])
      for (const path of ['/welcome', '/account', '/login'])
        assert.equal(await askAs(publicUrl + path, host), 421, `${host} ${path}`);
    for (const host of [`127.0.0.1:${http.port}`, `localhost:${http.port}`, '[::1]'])
      assert.equal(await askAs(`${publicUrl}/welcome`, host), 200, host);
  });

  it('outside development mode, responds to requests for any name', async () => {
    await using running = await start(engine, false);
    assert.equal(await askAs(`${running.cloud.publicUrl}/welcome`, 'cloud.example.org'), 200);
  });

  it('allows the demo app without a page, with one exchange of its code', async () => {
    await using running = await start(engine);
    const { cloud } = running;
    const code = await cloud.development!.allowApp(['query-control']);
    const form = { client_id: 'plenum-demo-app', grant_type: 'authorization_code', code };
    const exchange = () =>
      fetch(`${cloud.publicUrl}/token`, { method: 'POST', body: new URLSearchParams(form) });
    const tokens = (await (await exchange()).json()) as { access_token: string };
    const discover = await fetch(`${cloud.publicUrl}/dev`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ requestId: crypto.randomUUID(), requestType: 'Discover' }),
    });
    assert.equal(discover.status, 200);
    assert.equal((await exchange()).status, 400);
  });

  it('registers the example app with a new secret each time, and keeps its delivery log', async () => {
    await using running = await start(engine);
    const { cloud, call } = running;
    const register = async (port: number) => {
      const own = `http://127.0.0.1:${port}`;
      const place = { redirectUri: `${own}/callback`, eventUrl: `${own}/events` };
      return (await cloud.development!.registerExampleApp(place)).secret;
    };
    const { demo } = (await call('/welcome')).body;
    const signIn = await fetch(`${cloud.publicUrl}/account/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(demo),
    });
    const { formToken } = (await signIn.json()) as { formToken: string };
    const headers = { cookie: signIn.headers.getSetCookie()[0]!.split(';')[0]!, 'x-form-token': formToken };
    const root = `/console/apps/${exampleClientId}/endpoints`;
    const endpoints = async () =>
      (await call(root, { headers })).body as { id: string; url: string; disabled?: object }[];

    const first = await register(9);
    const [endpoint] = await endpoints();
    assert.match(first, /^whsec_/);
    await call(`${root}/${endpoint!.id}/disable`, { body: {}, headers });
    assert.notEqual(await register(9), first);
    assert.deepEqual(
      (await endpoints()).map(({ id, disabled }) => [id, disabled]),
      [[endpoint!.id, undefined]],
    );

    const mine = 'http://127.0.0.1:9/mine';
    await call(root, { body: { url: mine }, headers });
    await register(19);
    const urls = (await endpoints()).map(({ url }) => url);
    assert.deepEqual(urls.toSorted(), ['http://127.0.0.1:19/events', mine]);
    const app = (await call('/console/apps', { headers })).body.find(
      ({ clientId }: { clientId: string }) => clientId === exampleClientId,
    );
    assert.deepEqual([app.redirectUris, app.pkceRequired], [['http://127.0.0.1:19/callback'], true]);
  });
});

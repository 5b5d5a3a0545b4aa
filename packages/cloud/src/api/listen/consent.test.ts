import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listen } from '@plenum/protocol/cloud';
import { enterAccount } from '@plenum/testbed/account';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { createFakeHosting } from '../../sandbox/hosting.fixture.ts';
import { signUpOwner, startWholeCloud } from '../console/owner.fixture.ts';
import { ask, connect, makeKeys, makeKeysOf } from './listen.fixture.ts';

const password = 'a quiet house by the sea';
const grantType = 'urn:ietf:params:oauth:grant-type:device_code';

type Members = Readonly<Record<string, string>>;

onEachStore('a consent for plenum listen', (engine) => {
  const start = async () => {
    const stack = new AsyncDisposableStack();
    const hosting = async () => createFakeHosting().hosting;
    const { cloud } = stack.use(await startWholeCloud(engine, { hosting }));
    const { publicUrl: url } = cloud;
    const { developer, live, test } = await makeKeys(cloud);
    const browser = await enterAccount(url, { email: 'dev@example.org', password });
    const post = async (path: string, form: Members): Promise<Members> => {
      const body = new URLSearchParams({ client_id: listen.clientId, ...form });
      return (await fetch(`${url}${path}`, { method: 'POST', body })).json() as Promise<Members>;
    };
    const begin = (form: Members = {}) => post('/device/authorization', { scope: listen.scope, ...form });
    const exchange = (code: string) => post('/token', { grant_type: grantType, device_code: code });
    /** Allows an app; resolves to the tokens. */
    const allow = async (clientId: string, form: Members = {}) => {
      const { user_code, device_code } = await begin(form);
      await browser.enterCode(user_code!, { app: clientId });
      return exchange(device_code!);
    };
    return {
      cloud,
      url,
      developer,
      live,
      test,
      browser,
      post,
      begin,
      exchange,
      allow,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  };

  it('gives the events of the test keys that the developer chose, and nothing else', async () => {
    await using world = await start();
    const { url, test, live } = world;
    const { access_token, refresh_token, scope } = await world.allow(test.clientId);
    assert.equal(scope, 'listen');
    const { status, body } = await ask(url, `Bearer ${access_token}`, { name: 'laptop' });
    assert.deepEqual(
      [status, body.clientId, body.isTest, body.appName],
      [200, test.clientId, true, 'Evening Lights'],
    );
    await using connection = connect(url, body.ticket);
    assert.equal(await connection.opened, true);
    const listed = (await world.developer.get(`/console/apps/${test.clientId}/listeners`)).body;
    assert.deepEqual([listed[0].connected, listed[0].allowedBy], [true, 'consent']);
    assert.deepEqual((await world.developer.get(`/console/apps/${live.clientId}/listeners`)).body, []);

    const dev = await fetch(`${url}/dev`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ requestId: crypto.randomUUID(), requestType: 'Discover' }),
    });
    assert.equal(dev.status, 403);
    const pairing = await fetch(`${url}/uplink/pairing`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: '{"proof":"x"}',
    });
    assert.equal(pairing.status, 401);
    const renewed = await world.post('/token', {
      grant_type: 'refresh_token',
      refresh_token: refresh_token!,
    });
    assert.equal((await ask(url, `Bearer ${renewed.access_token}`, { name: 'laptop' })).status, 200);
  });

  it('gives live events only if they were requested, which the page says', async () => {
    await using world = await start();
    const { url, live, test, browser } = world;
    const tests = await world.begin();
    const asked = await browser.enterCode(tests.user_code!, { app: live.clientId }).catch(String);
    assert.match(String(asked), /Choose the app whose events are to be received\./);
    assert.match(String(asked), /those of your test users only/);
    assert.equal((await world.exchange(tests.device_code!)).error, 'authorization_pending');

    const lives = await world.begin({ [listen.liveParameter]: 'yes' });
    const refused = await browser.enterCode(lives.user_code!, { app: test.clientId }).catch(String);
    assert.match(String(refused), /These are live events: the states of the homes of everybody/);
    const { access_token } = await world.allow(live.clientId, { [listen.liveParameter]: 'yes' });
    const { body } = await ask(url, `Bearer ${access_token}`, { name: 'laptop' });
    assert.deepEqual([body.clientId, body.isTest], [live.clientId, false]);
    const trigger = await ask(url, `Bearer ${access_token}`, { event: 'setpoint' }, listen.triggerPath);
    assert.deepEqual([trigger.status, trigger.body.error], [403, 'live-app']);
  });

  it('gives no app of another developer, and no page for bridges takes its code', async () => {
    await using world = await start();
    const stranger = await signUpOwner(world.cloud, 'eve@example.org');
    const { test } = await makeKeysOf(stranger);
    const { user_code, device_code } = await world.begin();
    const asked = await world.browser.enterCode(user_code!, { app: test.clientId }).catch(String);
    assert.match(String(asked), /Choose the app whose events are to be received\./);
    const pairing = await world.developer.post('/console/pairings/allow', { code: user_code! });
    assert.equal(pairing.body.code, 'code-unknown');
    assert.equal((await world.exchange(device_code!)).error, 'authorization_pending');
  });

  it('is listed with the apps that have access, and ends its connection when it is removed there', async () => {
    await using world = await start();
    const { url, test, developer } = world;
    const { access_token } = await world.allow(test.clientId);
    const { ticket } = (await ask(url, `Bearer ${access_token}`, { name: 'laptop' })).body;
    await using connection = connect(url, ticket);
    assert.equal(await connection.opened, true);
    const links = (await developer.get('/console/links')).body;
    assert.deepEqual(
      links.map(({ name, clientId }: Members) => [name, clientId]),
      [['plenum listen', listen.clientId]],
    );
    assert.equal((await developer.post(`/console/links/${listen.clientId}/remove`)).status, 204);
    assert.equal(await connection.closed, 4002);
    const again = await ask(url, `Bearer ${access_token}`, { name: 'laptop' });
    assert.deepEqual([again.status, again.body.error], [401, 'wrong-token']);
    const acts = await world.cloud.store.db
      .selectFrom('audit')
      .select(['act', 'facts'])
      .where('act', 'in', ['app-allowed', 'app-unlinked', 'listener-made'])
      .orderBy('at')
      .execute();
    assert.deepEqual(
      acts.map(({ act }) => act),
      ['app-allowed', 'listener-made', 'app-unlinked'],
    );
    assert.equal(JSON.parse(acts[0]!.facts).listenedId, test.clientId);
  });

  it('ends the connection of test keys when their secret is replaced', async () => {
    await using world = await start();
    const { url, live, test, developer } = world;
    const authorization = `Basic ${Buffer.from(`${test.clientId}:${test.secret}`).toString('base64')}`;
    await using connection = connect(url, (await ask(url, authorization, { name: 'laptop' })).body.ticket);
    assert.equal(await connection.opened, true);
    await developer.post(`/console/apps/${live.clientId}/test-keys`);
    assert.equal(await connection.closed, 4002);
  });
});

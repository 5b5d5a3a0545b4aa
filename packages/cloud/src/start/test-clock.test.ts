import assert from 'node:assert/strict';
import { it } from 'node:test';
import { limits } from '@plenum/protocol/cloud';
import { testClockLimits } from '@plenum/protocol/console';
import { enterAccount } from '@plenum/testbed/account';
import { natsMissing, startNats } from '@plenum/testbed/nats';
import { startReceiver } from '@plenum/testbed/receiver';
import { startSmtpReceiver } from '@plenum/testbed/smtp';
import { signUpOwner, startWholeCloud } from '../api/console/owner.fixture.ts';
import { createHouse } from '../api/house.fixture.ts';
import { defaultRetryPolicy } from '../delivery/attempt/retry-policy.ts';
import { onEachStore, type TestEngine } from '../fixture/with-store.fixture.ts';
import { leastCost } from '../identity/account/accounts.fixture.ts';
import { demo } from '../identity/oauth/app/demo.ts';
import { createRepeatableRandom } from '../kernel/crypto/random.ts';
import type { ClimateCloud } from './climate-cloud.ts';
import { startClimateCloud } from './climate-cloud.ts';

const second = 1_000;
const hour = 3_600_000;
const day = 24 * hour;

/** Reads or moves the test clock, as docs/how-to/test-with-a-house.md does with curl. */
const clockOf = async (
  { publicUrl }: Pick<ClimateCloud, 'publicUrl'>,
  body?: unknown,
  headers: object = {},
) => {
  const answer = await fetch(`${publicUrl}/development/clock`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

/** Starts a cloud whose clock stands still. */
const start = async (engine: TestEngine, more: Parameters<typeof startWholeCloud>[1] = {}) => {
  const stack = new AsyncDisposableStack();
  const { cloud } = stack.use(await startWholeCloud(engine, more));
  const { body } = await clockOf(cloud, { scale: 0 });
  const step = async (time: string) => {
    const moved = await clockOf(cloud, { step: time });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
  };
  const askToken = async (form: Record<string, string>) => {
    const answer = await fetch(`${cloud.publicUrl}/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: demo.clientId, ...form }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, string> };
  };
  const exchange = (code: string) => askToken({ grant_type: 'authorization_code', code });
  const refresh = (token: string) => askToken({ grant_type: 'refresh_token', refresh_token: token });
  const discover = async (token: string) => {
    const answer = await fetch(`${cloud.publicUrl}/dev`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ requestId: crypto.randomUUID(), requestType: 'Discover' }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  return {
    cloud,
    step,
    exchange,
    refresh,
    discover,
    began: body.now as number,
    testClock: cloud.testClock!,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
};

/** Adds an endpoint to the demo app, and returns a function that reads its delivery log, oldest first. */
const addEndpoint = async ({ publicUrl }: ClimateCloud, url: string) => {
  const developer = await enterAccount(publicUrl);
  await developer.allowApp();
  const root = `/console/apps/${demo.clientId}/endpoints`;
  const { endpoint } = await developer.call<{ endpoint: { id: string } }>(root, { url });
  return async () => {
    const log = await developer.call(`${root}/${endpoint.id}/deliveries`);
    const { deliveries } = log as unknown as {
      deliveries: { at: number; nextAt?: number; verdict: string; subjects: string[] }[];
    };
    return deliveries.toReversed();
  };
};

const credentials = { email: 'ann@example.org', password: 'a quiet house by the sea' };

onEachStore('the test clock of a cloud', (engine) => {
  it('makes all attempts at a failing endpoint in one step, each exactly when it is due', async () => {
    await using receiver = await startReceiver();
    receiver.react = () => ({ status: 500 });
    await using running = await start(engine);
    const { cloud, step, began } = running;
    const readLog = await addEndpoint(cloud, receiver.url);
    await step('90h');

    const log = await readLog();
    const { fraction } = createRepeatableRandom();
    const { delays, jitter } = defaultRetryPolicy;
    const instants = [began];
    for (const delay of delays)
      instants.push(instants.at(-1)! + Math.round(delay * (1 + (2 * fraction() - 1) * jitter)));
    assert.deepEqual(
      log.map(({ at }) => at - began),
      instants.map((at) => at - began),
    );
    assert.deepEqual(
      log.map(({ nextAt }) => nextAt),
      [...instants.slice(1), undefined],
    );
    assert.equal(receiver.messages.length, 12);
    assert.equal((await clockOf(cloud)).body.now, began + 90 * hour);

    // Attempts stay in the log for two weeks.
    await step('10d');
    assert.equal((await readLog()).length, 12);
    await step('8d');
    assert.deepEqual(await readLog(), []);
  });

  it('codes expire after a minute and access tokens after an hour', async () => {
    await using running = await start(engine);
    const { cloud, step, exchange, discover, testClock } = running;
    const allow = () => cloud.development!.allowApp(['query-control']);
    const late = await allow();
    await step('62s');
    assert.deepEqual((await exchange(late)).body.error, 'invalid_grant');
    const code = await allow();
    await step('57s');
    const { status, body } = await exchange(code);
    assert.equal(status, 200);
    await testClock.step(hour - 1);
    assert.equal(await discover(body.access_token!), 200);
    await testClock.step(1);
    assert.equal(await discover(body.access_token!), 401);
  });

  it('keeps an app’s access for years if it refreshes, and ends it after half a year if not', async () => {
    await using running = await start(engine);
    const { cloud, step, exchange, refresh, discover } = running;
    const first = await exchange(await cloud.development!.allowApp(['query-control']));
    let token = first.body.refresh_token!;
    for (let round = 1; round <= 12; round++) {
      await step('170d');
      const { status, body } = await refresh(token);
      assert.equal(status, 200, `round ${round}: ${JSON.stringify(body)}`);
      assert.equal(await discover(body.access_token!), 200);
      token = body.refresh_token!;
    }
    await step('181d');
    assert.equal((await refresh(token)).body.error, 'invalid_grant');
  });

  it('the introspection of a token contains instants of the clock', async () => {
    await using running = await start(engine);
    const { cloud, step, testClock } = running;
    await step('40d');
    const ann = await signUpOwner(cloud, credentials.email);
    const draft = { name: 'App', redirectUri: demo.redirectUri, confidential: true, pkceRequired: false };
    const made = (await ann.post('/console/apps', draft)).body as {
      app: { clientId: string };
      secret: string;
    };
    const client = { client_id: made.app.clientId, client_secret: made.secret };
    const post = async (path: string, form: Record<string, string>) => {
      const body = new URLSearchParams({ ...client, ...form });
      return (await fetch(cloud.publicUrl + path, { method: 'POST', body })).json() as Promise<never>;
    };
    const asked = { client_id: client.client_id, redirect_uri: demo.redirectUri, scope: 'query-control' };
    const login = new URLSearchParams({ ...asked, state: 'x', response_type: 'code' });
    const person = await enterAccount(cloud.publicUrl, credentials);
    const end = await person.authorize(`${cloud.publicUrl}/login?${login}`);
    const code = end.searchParams.get('code')!;
    const { access_token: token } = await post('/token', { grant_type: 'authorization_code', code });
    const { active, iat, exp } = await post('/introspect', { token });
    const now = Math.floor(testClock.now() / second);
    assert.equal(active, true);
    // The library rounds to seconds of the machine.
    assert.ok(Math.abs(iat - now) <= 1 && Math.abs(exp - now - 3_600) <= 1, `${iat} ${exp} ${now}`);
  });

  it('a session ends after two weeks without use', async () => {
    await using running = await start(engine);
    const { cloud, testClock } = running;
    const ann = await signUpOwner(cloud, credentials.email);
    await testClock.step(14 * day - 1);
    assert.equal((await ann.get('/account')).status, 200);
    await testClock.step(14 * day);
    assert.equal((await ann.get('/account')).status, 401);
  });

  it('an app that has used up its requests gets new ones only when the clock moves', async () => {
    await using running = await start(engine);
    const { cloud, exchange, discover, testClock } = running;
    const { body } = await exchange(await cloud.development!.allowApp(['query-control']));
    const token = body.access_token!;
    for (let count = 0; count < limits.tokenRequests.burst; count++) assert.equal(await discover(token), 200);
    assert.equal(await discover(token), 429);
    await testClock.step(second / limits.tokenRequests.rate);
    assert.equal(await discover(token), 200);
    assert.equal(await discover(token), 429);
  });

  it('ends a guest’s access exactly on time, and notifies the guest’s app then', async () => {
    await using receiver = await startReceiver();
    await using running = await start(engine);
    const { cloud, step, began } = running;
    const [ann, bob] = [
      await signUpOwner(cloud, credentials.email),
      await signUpOwner(cloud, 'bob@example.org'),
    ];
    const of = { accountId: ann.accountId, systemId: '123456789', now: began };
    await createHouse({ store: cloud.store }, of);
    const until = began + 90 * 60_000 + 7;
    const invitation = { email: 'bob@example.org', access: 'view', until };
    const made = await ann.post('/console/bridges/123456789/members', invitation);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await bob.post(`/console/invitations/${made.body.member.id}/accept`);
    await (await enterAccount(cloud.publicUrl, { ...credentials, email: 'bob@example.org' })).allowApp();
    const readLog = await addEndpoint(cloud, receiver.url);
    const houses = async () => (await bob.get('/console/bridges')).body.length;
    assert.equal(await houses(), 1);
    await step('3h');
    assert.equal(await houses(), 0);
    assert.deepEqual(
      (await readLog()).filter(({ at }) => at > began).map(({ at, subjects }) => [at - began, subjects]),
      [[until - began, [bob.accountId]]],
    );
  });

  it('sends an e-mail that the server does not accept yet again exactly when it is due', async () => {
    await using mails = await startSmtpReceiver();
    const smtp = { url: mails.url, from: 'plenum@example.org' };
    await using running = await start(engine, { smtp });
    const { cloud, step, began, testClock } = running;
    const instants: number[] = [];
    mails.answer = () => {
      instants.push((testClock.now() - began) / second);
      return 450;
    };
    await signUpOwner(cloud, credentials.email);
    await step('5min');
    assert.deepEqual(instants, [0, 10, 30, 70, 150]);
  });

  it('reads and moves the clock, and refuses what it cannot do', async () => {
    await using running = await start(engine);
    const { cloud, began } = running;
    assert.deepEqual((await clockOf(cloud)).body, { now: began, scale: 0 });
    const moved = await clockOf(cloud, { set: began + day });
    assert.deepEqual([moved.status, moved.body], [200, { now: began + day, scale: 0 }]);
    await clockOf(cloud, { scale: 1 });
    const exact = { set: began + 2 * day, scale: 0 };
    assert.deepEqual((await clockOf(cloud, exact)).body, { now: exact.set, scale: 0 });
    const malformed: readonly (readonly [string, unknown, RegExp])[] = [
      ['body-malformed', [], /\[\] is not an object/],
      ['body-malformed', 5, /5 is not an object/],
      ['body-malformed', { step: '5' }, /step: "5" is not a duration such as 75h, 2d or 90s/],
      ['body-malformed', { step: 5 }, /step: 5 is not text\. Allowed is a duration such as 75h/],
      ['body-malformed', { set: 'now' }, /set: "now" is not a number\. Allowed is ms since 1970 UTC/],
      ['body-malformed', { scale: -1 }, /scale: -1 is below the minimum of 0\./],
      ['body-malformed', { scale: 86_401 }, /scale: 86401 is above the maximum of 86400\./],
      ['body-malformed', { scale: '1' }, /scale: "1" is not a number\. Allowed is 0-86400: seconds per /],
      ['body-malformed', { step: '1h', speed: 1 }, /There is no key "speed"\. Use one of set, step, scale/],
      ['body-malformed', { stop: '1h' }, /There is no member "stop"\. Did you mean step\?/],
      ['clock-malformed', {}, /Give set .* not both set and step/],
      ['clock-malformed', { step: '1h', set: began }, /not both set and step/],
      ['clock-too-far', { step: '99999d' }, /The test clock ends on 2100-01-01/],
      ['clock-too-far', { set: testClockLimits.until + 1 }, /The test clock ends on 2100-01-01/],
    ];
    for (const [code, body, sentence] of malformed) {
      const refused = await clockOf(cloud, body);
      assert.deepEqual([refused.status, refused.body.code], [400, code], JSON.stringify(body));
      assert.match(String(refused.body.sentence), sentence);
    }
    const back = await clockOf(cloud, { set: began + 2 * day - 1 });
    assert.deepEqual([back.status, back.body.code], [409, 'clock-back']);
    const foreign = await clockOf(cloud, { step: '1h' }, { 'sec-fetch-site': 'cross-site' });
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'form-stale']);
    assert.equal((await clockOf(cloud)).body.now, began + 2 * day);
    const both = await clockOf(cloud, { step: '1h', scale: 86_400 });
    assert.equal(both.body.scale, 86_400);
  });

  it('a cloud that is not in development mode keeps real time', async () => {
    await using running = await startWholeCloud(engine, { development: false });
    for (const body of [undefined, { step: '1h' }]) {
      const refused = await clockOf(running.cloud, body);
      assert.deepEqual([refused.status, refused.body.code], [404, 'clock-not-development']);
    }
    assert.equal(running.cloud.testClock, undefined);
  });

  it('the nodes of a cloud keep real time', { skip: natsMissing }, async () => {
    await using nats = await startNats();
    await using place = await engine.createPlace();
    const endpointKey = Buffer.alloc(32, 7).toString('base64');
    const config = {
      store: place.place,
      httpPort: 0,
      development: true,
      endpointKey,
      passwordCost: leastCost,
    };
    await using cloud = await startClimateCloud({ ...config, nats: nats.url });
    for (const body of [undefined, { step: '1h' }]) {
      const refused = await clockOf(cloud, body);
      assert.deepEqual([refused.status, refused.body.code], [409, 'clock-of-several-nodes']);
    }
  });
});

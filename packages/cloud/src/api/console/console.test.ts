import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { limits } from '@plenum/protocol/cloud';
import { startReceiver } from '@plenum/testbed/receiver';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { pairBridge } from '../../fleet/bridge/pair.ts';
import { createScriptedBridge, snapshotOf } from '../../fleet/uplink/bridge.fixture.ts';
import { readAudit } from '../../identity/account/audit/audit.fixture.ts';
import type { ClimateCloud } from '../../start/climate-cloud.ts';
import type { LatestRequest } from '../usage/latest-requests.ts';
import type { Usage } from '../usage/store.ts';
import { signUpOwner, startWholeCloud } from './owner.fixture.ts';

const none = { componentsChanged: [], ownershipChanged: [] };

/** Signs a person up and calls the console on their behalf, with GET if there is no body. */
const signUp = async (cloud: ClimateCloud, email: string) => {
  const { accountId, get, post } = await signUpOwner(cloud, email);
  const call = (path: string, body?: object, headers?: Record<string, string>) =>
    body === undefined ? get(`/console${path}`, headers) : post(`/console${path}`, body, headers);
  return { accountId, call };
};

const draft = { name: 'Evening Lights', redirectUri: 'https://app.example.org/callback' };

onEachStore('the developer console', (engine) => {
  it('lets a developer create an app and endpoint, test, pause, change and delete them', async () => {
    await using running = await startWholeCloud(engine);
    const { call } = await signUp(running.cloud, 'dev@example.org');
    const made = await call('/apps', draft);
    assert.equal(made.status, 201);
    const { clientId } = made.body.app;
    assert.deepEqual(
      (await call('/apps')).body.map((app: { name: string }) => app.name),
      ['Evening Lights'],
    );
    assert.deepEqual(await call('/apps', { ...draft, redirectUri: 'nowhere' }), {
      status: 400,
      body: {
        code: 'app-malformed',
        sentence: 'The redirect URI is not a URI. Enter one like https://example.org/callback.',
        facts: { reason: 'uri' },
      },
    });

    const uris = `/apps/${clientId}/redirect-uris`;
    const next = { redirectUri: 'com.example.app:/callback' };
    assert.equal((await call(uris, next)).status, 204);
    assert.equal((await call(uris, {})).body.code, 'body-malformed');
    assert.equal((await call(`/apps/other/redirect-uris`, next)).body.code, 'no-such-app');
    assert.equal((await call(`/apps/other/redirect-uris/remove`, next)).body.code, 'no-such-app');
    const read = async () => (await call('/apps')).body[0].redirectUris;
    assert.deepEqual(await read(), [draft.redirectUri, next.redirectUri]);
    assert.equal((await call(`${uris}/remove`, { redirectUri: draft.redirectUri })).status, 204);
    assert.deepEqual(await read(), [next.redirectUri]);
    assert.equal((await call(`${uris}/remove`, next)).body.facts.reason, 'last');

    const endpoint = await call(`/apps/${clientId}/endpoints`, { url: 'http://127.0.0.1:9/events' });
    assert.equal(endpoint.status, 201);
    assert.match(endpoint.body.secret, /^whsec_/);
    const one = `/apps/${clientId}/endpoints/${endpoint.body.endpoint.id}`;
    assert.equal((await call(one)).body.url, 'http://127.0.0.1:9/events');
    assert.equal((await call(`${one}/test`, {})).status, 204);
    assert.match((await call(`${one}/secret`, {})).body.secret, /^whsec_/);
    assert.equal((await call(`${one}/disable`, {})).status, 204);
    assert.equal((await call(`${one}/test`, {})).body.code, 'endpoint-disabled');
    assert.equal((await call(`${one}/enable`, {})).status, 204);
    for (const eventTypes of ['sync', undefined])
      assert.equal((await call(`${one}/event-types`, { eventTypes })).body.code, 'body-malformed');
    for (const eventTypes of [[], ['test'], ['sync', 'sync']])
      assert.equal((await call(`${one}/event-types`, { eventTypes })).body.code, 'event-types-malformed');
    assert.equal((await call(`${one}/event-types`, { eventTypes: ['sync'] })).status, 204);
    assert.deepEqual((await call(one)).body.eventTypes, ['sync']);
    assert.equal((await call(`${one}/event-types`, { eventTypes: ['sync', 'component'] })).status, 204);
    for (let count = 3; count < limits.enables.burst; count++)
      assert.equal((await call(`${one}/enable`, {})).status, 204);
    assert.equal((await call(`${one}/enable`, {})).body.code, 'too-many-resends');
    const again = await call(`${one}/event-types`, { eventTypes: ['sync'] });
    assert.equal(again.body.code, 'too-many-resends', 'adding a type also resends everything');
    assert.ok(Array.isArray((await call(`${one}/deliveries`)).body.deliveries));
    assert.deepEqual((await call(`${one}/dead`)).body, { dead: [] });
    assert.deepEqual((await call(`${one}/replay`, {})).body, { replayed: 0 });
    assert.equal((await call(`${one}/remove`, {})).status, 204);
    assert.equal((await call(one)).status, 404);
    assert.equal((await call(`/apps/${clientId}/remove`, {})).status, 204);
    assert.deepEqual((await call('/apps')).body, []);
  });

  it('finds delivery attempts by result, kind, id and time, and resends up to the limit', async () => {
    await using running = await startWholeCloud(engine);
    await using receiver = await startReceiver();
    const { store, publicUrl } = running.cloud;
    const { accountId, call } = await signUp(running.cloud, 'dev@example.org');
    const other = await signUp(running.cloud, 'kim@example.org');
    const bridge = await createScriptedBridge('123456789');
    const { kid: keyId, jwk } = bridge;
    const pairing = { systemId: '123456789', accountId, keyId, jwk, now: Date.now() };
    await store.transaction('full', (tx) => pairBridge(tx, pairing, { ownershipChanged: [] }));
    const line = await bridge.connect(publicUrl);
    line.send(snapshotOf('123456789'));
    await line.next();

    const { components } = (await call('/components')).body;
    const [{ componentId }] = components;
    assert.match(componentId, /^123456789_/);
    assert.deepEqual((await other.call('/components')).body, { components: [] });
    const { clientId } = (await call('/apps', draft)).body.app;
    const endpointsUrl = `/apps/${clientId}/endpoints`;
    const { endpoint } = (await call(endpointsUrl, { url: receiver.url })).body;
    const one = `${endpointsUrl}/${endpoint.id}`;
    const list = async (query = '') => (await call(`${one}/deliveries${query}`)).body.deliveries;
    const numbersOf = async (query: string) =>
      (await list(query)).map(({ number }: { number: number }) => number);
    const until = async (count: number) => {
      while ((await list()).length < count);
    };

    assert.equal((await call(`${one}/test`, { componentId })).status, 204);
    await until(1);
    const { body } = receiver.messages[0]!;
    const [device] = JSON.parse(body).requestBody.devices;
    assert.equal(device.componentId, componentId);
    assert.deepEqual(await call(`${one}/test`, { componentId: '123456780_hvac_zone_0' }), {
      status: 404,
      body: { code: 'no-such-component', sentence: 'No house that this app can see has this component.' },
    });
    receiver.react = () => ({ status: 500 });
    await call(`${one}/test`, {});
    await until(2);

    const [failed, delivered] = await list();
    assert.deepEqual(await numbersOf('?result=failed'), [2]);
    assert.deepEqual(await numbersOf('?result=delivered'), [1]);
    assert.deepEqual(await numbersOf('?result=no-response'), []);
    assert.deepEqual(await numbersOf('?kind=test'), [2, 1]);
    assert.deepEqual(await numbersOf('?kind=sync'), []);
    assert.deepEqual(await numbersOf(`?search=${componentId.slice(3).toUpperCase()}`), [1]);
    assert.deepEqual(await numbersOf(`?search=${failed.messageId}`), [2]);
    assert.deepEqual(await numbersOf('?search=%25'), []);
    assert.deepEqual(await numbersOf(`?from=${failed.at}`), [2]);
    assert.deepEqual(await numbersOf(`?from=${failed.at + 1}`), []);
    assert.deepEqual(await numbersOf(`?to=${delivered.at}`), [1]);
    assert.deepEqual(await numbersOf(`?to=${delivered.at - 1}`), []);
    assert.equal((await call(`${one}/deliveries?result=dead`)).body.code, 'filter-malformed');

    receiver.react = () => ({ status: 204 });
    const resend = (filter: object) => call(`${one}/resend`, filter);
    assert.equal((await resend({ kind: 'none' })).status, 400);
    assert.equal((await other.call(`${one}/resend`, {})).body.code, 'no-such-app');
    assert.deepEqual((await resend({ result: 'failed' })).body, { attempts: 1, resent: 1 });
    await until(3);
    const { later } = (await call(`${one}/deliveries/2`)).body;
    assert.deepEqual([later.number, later.verdict], [3, 'delivered']);
    assert.equal('later' in (await call(`${one}/deliveries/3`)).body, false);
    assert.deepEqual((await resend({})).body, { attempts: 3, resent: 2 });
    await until(5);
    await call(`${one}/disable`, {});
    for (const _ of Array(limits.bulkResends.burst))
      assert.equal((await resend({})).body.code, 'endpoint-disabled');
    await call(`${one}/enable`, {});
    let answer = await resend({ kind: 'sync' });
    assert.equal(answer.status, 200);
    while (answer.status === 200) answer = await resend({ kind: 'sync' });
    assert.equal(answer.status, 429);
    assert.match(answer.body.sentence, /^This account may make 6 requests to resend many messages, /);
  });

  it('shows a developer each delivery attempt with the content sent, and resends this content', async () => {
    await using running = await startWholeCloud(engine);
    await using receiver = await startReceiver();
    receiver.react = (_, count) => ({ status: count === 1 ? 500 : 204, body: count === 1 ? 'no luck' : '' });
    const { call } = await signUp(running.cloud, 'dev@example.org');
    const { clientId } = (await call('/apps', draft)).body.app;
    const { endpoint } = (await call(`/apps/${clientId}/endpoints`, { url: receiver.url })).body;
    const one = `/apps/${clientId}/endpoints/${endpoint.id}`;
    const attempts = async (count: number) => {
      for (;;) {
        const { deliveries } = (await call(`${one}/deliveries`)).body;
        if (deliveries.length >= count) return deliveries;
      }
    };
    await call(`${one}/test`, {});
    const [failed] = await attempts(1);
    assert.equal(failed.sentence, 'The endpoint answered 500; only 2xx counts as delivered.');
    assert.equal(failed.answer, 'no luck');
    assert.equal('payload' in failed, false);
    const whole = (await call(`${one}/deliveries/1`)).body;
    assert.deepEqual(JSON.parse(whole.payload), JSON.parse(receiver.messages[0]!.body));
    assert.equal(whole.headers['webhook-id'], failed.messageId);
    assert.deepEqual((await call(`${one}/deliveries/1/resend`, {})).body, { resent: 'same-message' });
    const [delivered] = await attempts(2);
    assert.deepEqual(
      [delivered.verdict, delivered.messageId, 'sentence' in delivered],
      ['delivered', failed.messageId, false],
    );
    assert.equal((await call(`${one}/deliveries/3`)).status, 404);
    assert.equal((await call(`${one}/deliveries/x/resend`, {})).body.code, 'no-such-delivery');
  });

  it("issues a token for a developer's own app, counts its requests, and revokes it", async () => {
    await using running = await startWholeCloud(engine);
    const { publicUrl } = running.cloud;
    const { call, accountId } = await signUp(running.cloud, 'dev@example.org');
    const { clientId } = (await call('/apps', draft)).body.app;
    const app = `/apps/${clientId}`;
    assert.deepEqual((await call(`${app}/token`)).body, {});
    const { accessToken, expiresAt } = (await call(`${app}/token`, {})).body;
    assert.deepEqual((await call(`${app}/token`)).body, { expiresAt });
    const ask = async (request: object) => {
      const answer = await fetch(`${publicUrl}/dev`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}` },
        body: JSON.stringify({ requestId: crypto.randomUUID(), ...request }),
      });
      const { response } = (await answer.json()) as { response: { userID?: string } };
      return { status: answer.status, userId: response.userID };
    };
    assert.deepEqual(await ask({ requestType: 'Discover' }), { status: 200, userId: accountId });
    assert.equal((await ask({ requestType: 'Query', componentId: '000000001_hvac_zone_0' })).status, 403);
    assert.equal((await ask({ requestType: 'Query' })).status, 400);
    assert.equal((await ask({ requestType: 'toString' })).status, 400);
    const secret = 'Anna’s room';
    const control = { ZoneName: { Index: 0, Name: secret }, [secret]: secret };
    await ask({ requestType: 'Control', componentId: secret, requestBody: control });
    await ask({ requestType: secret });
    const repeated = (await call(`${app}/usage`)).body.latest.at(-1).curl;
    const env = { ...process.env, TOKEN: accessToken };
    const { stdout } = await promisify(execFile)('sh', ['-c', `${repeated} -s`], { env });
    assert.equal(JSON.parse(stdout).response.userID, accountId);
    assert.equal((await call(`${app}/token/end`, {})).status, 204);
    assert.equal((await ask({ requestType: 'Discover' })).status, 401);

    const { since, until, usage, latest } = (await call(`${app}/usage`)).body;
    assert.deepEqual(
      latest.map(({ over, operation, status, result, asked, isRedacted }: LatestRequest) => [
        ...[over, operation, status, result],
        ...[asked === undefined ? 'no body' : asked.componentId, isRedacted],
      ]),
      [
        ['http', 'Discover', 200, 'OK', undefined, false],
        ['http', 'Unknown', 400, 'InvalidRequest', 'no body', true],
        ['http', 'Control', 400, 'InvalidRequest', '<text>', true],
        ['http', 'Unknown', 400, 'InvalidRequest', 'no body', true],
        ['http', 'Query', 400, 'InvalidRequest', 'no body', true],
        ['http', 'Query', 403, 'UserNotAllowed', '000000001_hvac_zone_0', false],
        ['http', 'Discover', 200, 'OK', undefined, false],
      ],
    );
    for (const each of [accessToken, secret]) assert.equal(JSON.stringify(latest).includes(each), false);
    assert.equal(until - since, 29 * 86_400_000);
    assert.deepEqual(
      usage.map(({ operation, status, requests }: Usage) => [operation, status, requests]),
      [
        ['Control', 400, 1],
        ['Discover', 200, 2],
        ['Query', 400, 1],
        ['Query', 403, 1],
        ['Unknown', 400, 2],
      ],
    );
  });

  it('records in the audit log who changed the endpoints of an app, and from where', async () => {
    await using running = await startWholeCloud(engine);
    const { call, accountId } = await signUp(running.cloud, 'dev@example.org');
    const { clientId } = (await call('/apps', draft)).body.app;
    const made = await call(`/apps/${clientId}/endpoints`, { url: 'http://127.0.0.1:9/events' });
    const endpointId = made.body.endpoint.id;
    const one = `/apps/${clientId}/endpoints/${endpointId}`;
    for (const act of ['secret', 'disable', 'enable', 'remove']) await call(`${one}/${act}`, {});
    assert.equal((await call(`${one}/disable`, {})).status, 404, 'a refused action is not recorded');
    const entries = await readAudit(running.cloud.store, accountId, 100);
    const about = { address: '127.0.0.1', facts: { clientId, endpointId } };
    assert.deepEqual(
      entries
        .filter(({ act }) => act.startsWith('endpoint-'))
        .map(({ act, address, facts }) => ({ act, address, facts }))
        .sort((a, b) => (a.act < b.act ? -1 : 1)),
      ['disabled', 'enabled', 'made', 'removed', 'secret-changed'].map((act) => ({
        act: `endpoint-${act}`,
        ...about,
      })),
    );
    assert.equal(JSON.stringify(entries).includes(made.body.secret), false);
  });

  it('treats an app, endpoint or bridge of another account as nonexistent', async () => {
    await using running = await startWholeCloud(engine);
    const ann = await signUp(running.cloud, 'ann@example.org');
    const bob = await signUp(running.cloud, 'bob@example.org');
    const { clientId } = (await ann.call('/apps', draft)).body.app;
    const { endpoint } = (await ann.call(`/apps/${clientId}/endpoints`, { url: 'http://127.0.0.1:9/' })).body;
    const one = `/apps/${clientId}/endpoints/${endpoint.id}`;
    const app = `/apps/${clientId}`;
    const seen = [`${app}/endpoints`, one, `${one}/deliveries`, `${one}/deliveries/1`, `${one}/dead`];
    for (const path of [...seen, `${app}/usage`, `${app}/token`])
      assert.deepEqual((await bob.call(path)).body.code, 'no-such-app', path);
    for (const act of ['remove', 'secret', 'test', 'enable', 'disable', 'replay', 'deliveries/1/resend'])
      assert.equal((await bob.call(`${one}/${act}`, {})).status, 404, act);
    for (const act of ['remove', 'secret', 'token', 'token/end'])
      assert.equal((await bob.call(`/apps/${clientId}/${act}`, {})).status, 404);
    const endpoints = `/apps/${clientId}/endpoints`;
    assert.equal((await bob.call(endpoints, { url: 'http://127.0.0.1:9/' })).status, 404);

    const systemId = '123456789';
    const jwk = { kty: 'OKP' };
    const pairing = { systemId, accountId: ann.accountId, keyId: 'K', jwk, now: 0 };
    await running.cloud.store.transaction('full', (tx) => pairBridge(tx, pairing, none));
    assert.equal((await bob.call(`/bridges/${systemId}/name`, { name: 'Mine' })).status, 404);
    assert.equal((await bob.call(`/bridges/${systemId}/release`, {})).status, 404);
    assert.deepEqual((await bob.call('/bridges')).body, []);
    for (const name of ['', 'home\u202Egnp.exe', 'a\u3164b', 'a\u2067b'])
      assert.equal((await ann.call(`/bridges/${systemId}/name`, { name })).status, 400, JSON.stringify(name));
    assert.equal((await ann.call(`/bridges/${systemId}/name`, { name: ' Home ' })).status, 204);
    const [bridge] = (await ann.call('/bridges')).body;
    assert.deepEqual(bridge, { systemId, name: 'Home', access: 'owner', pairedAt: 0, isPresent: false });
    assert.equal((await ann.call(`/bridges/${systemId}/release`, {})).status, 204);
    assert.deepEqual((await ann.call('/bridges')).body, []);
  });

  it('requires a session for the console, and a form token and this site for changes', async () => {
    await using running = await startWholeCloud(engine);
    const { call } = await signUp(running.cloud, 'ann@example.org');
    const nobody = { cookie: '' };
    assert.equal((await call('/apps', undefined, nobody)).body.code, 'not-signed-in');
    assert.equal((await call('/apps', draft, nobody)).status, 401);
    assert.equal((await call('/apps', draft, { 'x-form-token': 'made up' })).body.code, 'form-stale');
    assert.equal((await call('/apps', draft, { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await call('/apps', draft, { origin: 'https://evil.example' })).status, 403);
    assert.deepEqual((await call('/apps')).body, []);
  });

  it('releases the bridges of an account that is deleted', async () => {
    await using running = await startWholeCloud(engine);
    const { store } = running.cloud;
    const other = await insertAccount(store, 'other');
    const { accountId, post } = await signUpOwner(running.cloud, 'ann@example.org');
    const pairing = { systemId: '123456789', jwk: {}, now: 0 };
    const pairAs = (owner: string, keyId: string) =>
      store.transaction('full', (tx) => pairBridge(tx, { ...pairing, accountId: owner, keyId }, none));
    await pairAs(accountId, 'K');
    const removed = await post('/account/remove', { password: 'a quiet house by the sea' });
    assert.equal(removed.status, 204);
    assert.equal(await pairAs(other, 'K2'), 'paired');
  });
});

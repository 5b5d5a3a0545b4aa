import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { createBrowser } from '@plenum/testbed/form-browser';
import { createGrpcClient, statusOf } from '@plenum/testbed/grpc-client';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { sql } from 'kysely';
import { signUpOwner } from '../api/console/owner.fixture.ts';
import { createScriptedBridge } from '../fleet/uplink/bridge.fixture.ts';
import { leastCost } from '../identity/account/accounts.fixture.ts';
import { demo } from '../identity/oauth/app/demo.ts';
import { startClimateCloud } from './climate-cloud.ts';

const sentence = 'The database of this cloud is not available. Try again in a few seconds.';

/** Returns the status, headers and body that a client gets. */
const read = async (asked: Promise<Response>) => {
  const answer = await asked;
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: isJson ? JSON.parse(text) : text,
  };
};

it('reports on every endpoint that the store is unavailable and when to retry, and recovers', {
  skip: postgresMissing,
  timeout: 60_000,
}, async () => {
  await using postgres = await startPostgres();
  const lines: string[] = [];
  const log = (_: object, said: string) => void lines.push(said);
  await using cloud = await startClimateCloud({
    store: { databaseUrl: await postgres.createDatabase(), connections: 3 },
    httpPort: 0,
    development: true,
    passwordCost: leastCost,
    endpointKey: Buffer.alloc(32, 7).toString('base64'),
    log: { info: () => {}, warn: () => {}, error: log },
  });
  const url = cloud.publicUrl;
  using grpc = createGrpcClient(cloud.http.port);
  const owner = await signUpOwner(cloud, 'ann@example.org');
  const demoAccount = await enterAccount(url);
  const { access, refresh } = await demoAccount.allowApp();
  const pairingToken = await demoAccount.allowPairing();
  const bridge = await createScriptedBridge();
  const browser = createBrowser(url);
  const asked = { client_id: demo.clientId, redirect_uri: demo.redirectUri, response_type: 'code' };
  const login = `/login?${new URLSearchParams({ ...asked, scope: 'query-control', state: 'x' })}`;
  const page = await browser.go(login);

  const requestId = randomUUID();
  const discover = () =>
    read(
      fetch(`${url}/dev`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access}` },
        body: JSON.stringify({ requestId, requestType: 'Discover' }),
      }),
    );
  const post = (path: string, form: Record<string, string>) =>
    read(fetch(url + path, { method: 'POST', body: new URLSearchParams(form) }));
  const refreshNow = () =>
    post('/token', { client_id: demo.clientId, grant_type: 'refresh_token', refresh_token: refresh });

  await postgres.kill();
  const response = { result: 'Error', detail: sentence };
  assert.deepEqual(await discover(), { status: 503, retryAfter: '5', body: { requestId, response } });

  const oauth = { error: 'temporarily_unavailable', error_description: sentence };
  assert.deepEqual(await refreshNow(), { status: 503, retryAfter: '5', body: oauth });
  const revoking = post('/revoke', { client_id: demo.clientId, token: access });
  assert.deepEqual(await revoking, { status: 503, retryAfter: '5', body: oauth });

  for (const path of ['/console/bridges', '/account']) {
    const { status, retryAfter, body } = await read(owner.open(path));
    assert.deepEqual([status, retryAfter, body.response], [503, '5', response], path);
  }
  for (const path of [login, page.url]) {
    const { status, retryAfter, body } = await read(browser.fetch(new URL(path, url).href));
    assert.deepEqual([status, retryAfter], [503, '5'], path);
    assert.match(body, /^<!doctype html>.*Nothing was allowed\./s);
  }

  const call = { accessToken: access, requestId };
  for (const one of [grpc.discover(call), grpc.watch(call).next()]) {
    const { code, details, metadata } = await statusOf(one);
    assert.deepEqual([code, details], [14, sentence], 'UNAVAILABLE');
    assert.deepEqual(metadata.get('retry-after'), ['5']);
  }

  await assert.rejects(bridge.connect(url), /^Error: 503 busy$/);
  assert.deepEqual(await bridge.register(url, pairingToken), { status: 503, error: 'busy' });
  assert.equal(
    (await read(fetch(`${url}/readyz`))).status,
    200,
    'the node stays ready, because other nodes have the same store',
  );
  assert.match((await read(fetch(`${url}/metrics`))).body, /^plenum_cloud_store_up 0$/m);

  assert.equal(lines.length, 1, lines.join('\n'));
  assert.match(
    lines[0]!,
    /^The store 127\.0\.0\.1:\d+\/test_\d+_\d+ is not available; requests that need it are refused\.$/,
  );

  await postgres.start();
  assert.equal((await discover()).status, 200);
  assert.equal((await refreshNow()).status, 200, 'the refresh token is still valid');
});

it('undoes a refresh when the disk is full, and allows the refresh to be repeated', async () => {
  using folder = createDataFolder();
  await using cloud = await startClimateCloud({
    store: { dataDir: folder.path },
    httpPort: 0,
    development: true,
    passwordCost: leastCost,
    endpointKey: Buffer.alloc(32, 7).toString('base64'),
  });
  const ask = async (refresh_token: string) =>
    read(
      fetch(`${cloud.publicUrl}/token`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: demo.clientId, grant_type: 'refresh_token', refresh_token }),
      }),
    );
  let { refresh } = await (await enterAccount(cloud.publicUrl)).allowApp();
  const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(cloud.store.db);
  const limit = (pages: number) => sql.raw(`PRAGMA max_page_count=${pages}`).execute(cloud.store.db);
  await limit(rows[0]!.page_count);
  let answer = await ask(refresh);
  // The free space in the last page fills up first.
  for (; answer.status === 200; answer = await ask(refresh)) refresh = answer.body.refresh_token;
  const body = { error: 'temporarily_unavailable', error_description: sentence };
  assert.deepEqual(answer, { status: 503, retryAfter: '5', body });
  await limit(1_000_000);
  assert.equal((await ask(refresh)).status, 200);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startReceiver } from '@plenum/testbed/receiver';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { type Owner, signUpOwner, startWholeCloud } from '../console/owner.fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: the members of each answer are different
type Body = any;

interface App {
  readonly clientId: string;
  readonly secret: string;
}

const makeApp = async (owner: Owner, confidential = true): Promise<App> => {
  const draft = { name: 'Lights', redirectUri: 'https://app.example.org/', confidential };
  const { body } = await owner.post('/console/apps', draft);
  return { clientId: body.app.clientId, secret: body.secret };
};

onEachStore('the deliveries of an app with its own token', (engine) => {
  /** Starts a cloud with a developer whose app has an endpoint, to which two test messages were sent. */
  const open = async () => {
    const stack = new AsyncDisposableStack();
    const { cloud } = stack.use(await startWholeCloud(engine));
    const receiver = stack.use(await startReceiver());
    const owner = await signUpOwner(cloud, 'dev@example.org');
    const app = await makeApp(owner);
    const path = `/console/apps/${app.clientId}/endpoints`;
    receiver.react = (_, count) => (count === 1 ? { status: 503, body: 'Too busy' } : { status: 204 });
    const { body: made } = await owner.post(path, { url: receiver.url });
    const { id } = made.endpoint;
    await owner.post(`${path}/${id}/test`);
    while ((await owner.get(`${path}/${id}/deliveries`)).body.deliveries.length < 1);
    await owner.post(`${path}/${id}/deliveries/1/resend`);
    while ((await owner.get(`${path}/${id}/deliveries`)).body.deliveries.length < 2);
    const askToken = async (form: Record<string, string>, { clientId, secret }: App = app) => {
      const answer = await fetch(`${cloud.publicUrl}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const { body: given } = await askToken({ scope: 'deliveries' });
    const call = async (
      at: string,
      { token = String(given.access_token), body = undefined as unknown } = {},
    ) => {
      const answer = await fetch(`${cloud.publicUrl}/dev/endpoints${at}`, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
    };
    return {
      cloud,
      owner,
      app,
      id,
      askToken,
      call,
      given,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  };

  it('finds deliveries of the own endpoints, as the console does, and resends them', async () => {
    await using of = await open();
    const { call, id, app, given, owner } = of;
    assert.deepEqual([given.token_type, given.scope, given.expires_in], ['Bearer', 'deliveries', 3_600]);
    const { body: endpoints } = await call('');
    assert.deepEqual(
      endpoints.map((one: { id: string; clientId: string }) => [one.id, one.clientId]),
      [[id, app.clientId]],
    );
    const numbers = async (query: string) =>
      (await call(`/${id}/deliveries${query}`)).body.deliveries.map(
        ({ number }: { number: number }) => number,
      );
    assert.deepEqual(await numbers(''), [2, 1]);
    assert.deepEqual(await numbers('?status=5xx'), [1]);
    assert.deepEqual(await numbers('?answer=busy&kind=test'), [1]);
    assert.deepEqual(await numbers('?component=zone'), []);
    assert.deepEqual(await numbers('?before=2'), [1]);
    const console = await owner.get(`/console/apps/${app.clientId}/endpoints/${id}/deliveries`);
    assert.deepEqual((await call(`/${id}/deliveries`)).body, console.body);
    const { body: whole } = await call(`/${id}/deliveries/1`);
    assert.match(whole.sentence, /answered 503/);
    const started = await call(`/${id}/resends`, { body: { status: '503' } });
    assert.deepEqual([started.status, started.body.total], [201, 1]);
    const cancelled = await call(`/${id}/resends/cancel`, { body: {} });
    assert.equal(cancelled.body.state, 'cancelled');
    assert.equal((await call(`/${id}/resends`)).body.job.state, 'cancelled');
  });

  it('refuses other apps, unknown members and tokens without the scope, each with a reason', async () => {
    await using of = await open();
    const { call, id, cloud, app, owner, askToken } = of;
    const detail = async (...asked: Parameters<typeof call>) => {
      const { status, body } = await call(...asked);
      return `${status} ${body.response.result}: ${body.response.detail}`;
    };
    assert.match(await detail('', { token: 'none' }), /^401 InvalidUser: The access token/);
    assert.equal(
      (await call('', { token: 'none' })).headers.get('www-authenticate'),
      'Bearer scope="deliveries"',
    );
    assert.equal(
      await detail(`/${id}/deliveries?state=5xx`),
      '400 InvalidRequest: state: use each of these at most once: before, result, kind, status, component, index, attribute, answer, search, from, to.',
    );
    assert.match(await detail(`/${id}/deliveries?status=1&status=2`), /^400 InvalidRequest: status: use/);
    assert.match(await detail(`/${id}/deliveries?status=999`), /^400 .* class such as 5xx\.$/);
    assert.match(await detail(`/${id}/deliveries/9`), /^404 InvalidRequest: This attempt/);
    assert.match(await detail(`/${id}/resends`, { body: { all: 'yes' } }), /^400 InvalidRequest: .*all/);
    const other = await makeApp(await signUpOwner(cloud, 'other@example.org'));
    const { body: others } = await askToken({ scope: 'deliveries' }, other);
    assert.match(await detail(`/${id}`, { token: String(others.access_token) }), /^404 InvalidRequest/);

    // A user's token does not work here, and this token does not work for a user's houses.
    const { body: own } = await owner.post(`/console/apps/${app.clientId}/token`);
    assert.match(await detail('', { token: own.accessToken }), /^401/);
    const { body: mine } = await askToken({ scope: 'deliveries' });
    const discover = await fetch(`${cloud.publicUrl}/dev`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mine.access_token}` },
      body: JSON.stringify({ requestId: crypto.randomUUID(), requestType: 'Discover' }),
    });
    assert.equal(discover.status, 401);
  });

  it('gives the scope only to an app with a secret, and ends its tokens with the secret', async () => {
    await using of = await open();
    const { call, owner, app, askToken, cloud } = of;
    for (const scope of ['', 'query-control', 'deliveries query-control', 'listen'])
      assert.deepEqual(
        await askToken({ scope }).then(({ status, body }) => [status, body.error]),
        [400, 'invalid_scope'],
        scope,
      );
    assert.equal((await askToken({ scope: 'deliveries' }, { ...app, secret: 'wrong' })).status, 401);
    const { clientId } = await makeApp(owner, false);
    const form = { grant_type: 'client_credentials', scope: 'deliveries', client_id: clientId };
    const answer = await fetch(`${cloud.publicUrl}/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    assert.equal(((await answer.json()) as { error: string }).error, 'invalid_request');
    const login = new URL('/login', cloud.publicUrl);
    const query = { client_id: app.clientId, response_type: 'code', scope: 'query-control deliveries' };
    login.search = String(new URLSearchParams(query));
    const { headers } = await fetch(login, { redirect: 'manual' });
    assert.match(headers.get('location') ?? '', /error=invalid_scope/);

    assert.equal((await call('')).status, 200);
    const { body: replaced } = await owner.post(`/console/apps/${app.clientId}/secret`);
    assert.equal((await call('')).status, 401);
    const next = await askToken({ scope: 'deliveries' }, { ...app, secret: replaced.secret });
    assert.equal((await call('', { token: String(next.body.access_token) })).status, 200);
    await owner.post(`/console/apps/${app.clientId}/remove`);
    assert.equal((await call('', { token: String(next.body.access_token) })).status, 401);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import { type RequestHandler, sendJson, serveCloud } from './cloud.fixture.ts';
import { type CloudOptions, connectCloud } from './cloud-client.ts';
import { CloudError } from './cloud-error.ts';

const componentId = '000000001_hvac_zone_1';
const component = { componentId, datagram: { Index: 1, Setpoint: 2200 } };
const command = { ZoneSetpoint: { Index: 1, Setpoint: 2200 } };
const app = { clientId: 'app', clientSecret: 'secret' };

const setUp = async (answering: RequestHandler, options: Partial<CloudOptions> = {}) => {
  const server = await serveCloud(answering);
  const cloud = connectCloud({
    url: server.url,
    tokens: { accessToken: 'a1', refreshToken: 'r1' },
    app,
    ...options,
  });
  return { server, cloud, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
};
const answers =
  (...responses: ((...given: Parameters<RequestHandler>) => void)[]): RequestHandler =>
  (requests, answer) =>
    responses.length > 1 ? responses.shift()!(requests, answer) : responses[0]!(requests, answer);
const ok =
  (response: object): RequestHandler =>
  ({ json }, answer) =>
    sendJson(answer, 200, { requestId: json.requestId, requestType: json.requestType, response });
const refuse =
  (status: number, result: string, detail?: string, headers: object = {}): RequestHandler =>
  ({ json }, answer) =>
    sendJson(answer, status, { requestId: json.requestId, response: { result, detail } }, headers);
const gives =
  (accessToken: string, refreshToken?: string): RequestHandler =>
  (_, answer) =>
    sendJson(answer, 200, { access_token: accessToken, refresh_token: refreshToken, token_type: 'Bearer' });
const refused = (code: string, sentence: RegExp) => (error: unknown) => {
  assert.ok(error instanceof CloudError, String(error));
  assert.equal(error.code, code);
  assert.match(error.message, sentence);
  return true;
};

test('discovers, queries and controls with the envelopes of interface 4.3', async () => {
  await using context = await setUp(
    answers(ok({ userID: 'ann', devices: [component] }), ok({ component }), ok({ result: 'OK' })),
  );
  const { cloud, server } = context;
  assert.deepEqual(await cloud.discover(), { userId: 'ann', components: [component] });
  assert.deepEqual(await cloud.query(componentId), component);
  await cloud.control(componentId, command);
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  for (const { path, token, json } of server.requests) {
    assert.equal(path, '/dev');
    assert.equal(token, 'a1');
    assert.match(String(json.requestId), uuid);
  }
  assert.deepEqual(
    server.requests.map(({ json: { requestId: _, ...rest } }) => rest),
    [
      { requestType: 'Discover' },
      { requestType: 'Query', componentId },
      { requestType: 'Control', componentId, requestBody: command },
    ],
  );
});

test("reports an error from the cloud with the cloud's own sentence", async () => {
  const detail = 'No such thing.';
  const rows = [
    [400, 'InvalidRequest', 'invalid'],
    [403, 'UserNotAllowed', 'not-allowed'],
    [500, 'Error', 'failed'],
    [502, 'Error', 'refused'],
    [504, 'Error', 'offline'],
  ] as const;
  for (const [status, result, code] of rows) {
    await using context = await setUp(refuse(status, result, detail));
    await assert.rejects(context.cloud.query('x'), refused(code, /^No such thing\.$/));
  }
});

test('validates a command before it sends anything', async () => {
  await using context = await setUp(ok({ result: 'OK' }));
  const warm = { ZoneSetpoint: { Index: 1, Setpoint: 2155 } };
  await assert.rejects(
    context.cloud.control(componentId, warm),
    refused('invalid', /21\.55 °C is not a multiple/),
  );
  assert.equal(context.server.requests.length, 0);
});

test('renews a rejected token once for all requests and passes the new tokens to onTokens', async () => {
  const told: unknown[] = [];
  const answering: RequestHandler = (requests, answer) => {
    if (requests.path === '/token') {
      assert.deepEqual(Object.fromEntries(new URLSearchParams(requests.body)), {
        client_id: 'app',
        client_secret: 'secret',
        grant_type: 'refresh_token',
        refresh_token: 'r1',
      });
      return gives('a2', 'r2')(requests, answer);
    }
    return requests.token === 'a2'
      ? ok({ component })(requests, answer)
      : refuse(401, 'InvalidUser')(requests, answer);
  };
  await using context = await setUp(answering, { onTokens: (tokens) => void told.push(tokens) });
  await Promise.all([context.cloud.query('x'), context.cloud.query('y'), context.cloud.query('z')]);
  assert.equal(context.server.requests.filter(({ path }) => path === '/token').length, 1);
  assert.deepEqual(told, [{ accessToken: 'a2', refreshToken: 'r2' }]);
});

test('uses tokens that another process has stored instead of refreshing its own', async () => {
  let stored = { accessToken: 'a2', refreshToken: 'r2' };
  const told: unknown[] = [];
  const answering: RequestHandler = (requests, answer) => {
    if (requests.path === '/token') {
      assert.match(requests.body, /refresh_token=r3/);
      return gives('a4', 'r4')(requests, answer);
    }
    const isValid = requests.token === stored.accessToken && requests.token !== 'a3';
    return (isValid || requests.token === 'a4' ? ok({ component }) : refuse(401, 'InvalidUser'))(
      requests,
      answer,
    );
  };
  await using context = await setUp(answering, {
    onTokens: (tokens) => void told.push(tokens),
    loadTokens: () => stored,
  });
  await context.cloud.query('x');
  assert.deepEqual(told, []);
  stored = { accessToken: 'a3', refreshToken: 'r3' };
  await context.cloud.query('x');
  assert.deepEqual(told, [{ accessToken: 'a4', refreshToken: 'r4' }]);
});

test('reads the history, energy and explanations that the bridge of a house stores', async () => {
  await using context = await setUp(
    answers(
      (_, answer) => sendJson(answer, 200, { series: ['zone.0.Temp'], from: null }),
      (_, answer) => sendJson(answer, 200, { from: 0, to: 60_000, step: 60_000, series: {} }),
      refuse(403, 'UserNotAllowed', 'It needs the scope history.'),
    ),
  );
  const { cloud, server } = context;
  assert.deepEqual(await cloud.readHouse('000000001', '/history/series'), {
    series: ['zone.0.Temp'],
    from: null,
  });
  await cloud.readHouse('000000001', '/history', { series: 'zone.0.Temp,unit.Supply', step: 60_000 });
  await assert.rejects(cloud.readHouse('../..', '/energy'), refused('not-allowed', /^It needs the scope/));
  assert.deepEqual(
    server.requests.map(({ path, token }) => [path, token]),
    [
      ['/dev/houses/000000001/history/series', 'a1'],
      ['/dev/houses/000000001/history?series=zone.0.Temp%2Cunit.Supply&step=60000', 'a1'],
      ['/dev/houses/..%2F../energy', 'a1'],
    ],
  );
});

test('repeats a refresh whose answer was lost', async () => {
  let refreshes = 0;
  await using context = await setUp((requests, answer) => {
    if (requests.path !== '/token')
      return (requests.token === 'a2' ? ok({ component }) : refuse(401, 'InvalidUser'))(requests, answer);
    if (++refreshes === 1) return void answer.destroy();
    return gives('a2')(requests, answer);
  });
  await context.cloud.query('x');
  assert.equal(refreshes, 2);
});

test('repeats a refresh that could not be sent, and reports no withdrawn permission', async () => {
  const clock = createSteppedClock();
  let refreshes = 0;
  await using context = await setUp(
    (requests, answer) => {
      if (requests.path !== '/token')
        return (requests.token === 'a2' ? ok({ component }) : refuse(401, 'InvalidUser'))(requests, answer);
      if (++refreshes <= 3) return void answer.destroy();
      return gives('a2')(requests, answer);
    },
    { clock },
  );
  const found = context.cloud.query('x');
  found.catch(() => {});
  await clock.pass(500);
  assert.deepEqual(await found, component);
});

test('reports `signed-out` if the user has to allow the app again', async () => {
  const gone: RequestHandler = (requests, answer) =>
    requests.path === '/token'
      ? sendJson(answer, 400, { error: 'invalid_grant' })
      : refuse(401, 'InvalidUser', 'No.')(requests, answer);
  await using context = await setUp(gone);
  await assert.rejects(context.cloud.query('x'), refused('signed-out', /allow the app again/));
  await using alone = await setUp(gone, { tokens: { accessToken: 'a1' } });
  await assert.rejects(alone.cloud.query('x'), refused('signed-out', /there is no refresh token/));
  await using stubborn = await setUp((requests, answer) =>
    requests.path === '/token'
      ? gives('a2')(requests, answer)
      : refuse(401, 'InvalidUser', 'No.')(requests, answer),
  );
  await assert.rejects(stubborn.cloud.query('x'), refused('signed-out', /^No\.$/));
});

test('does not report `signed-out` if the app or the response is at fault', async () => {
  const answered = async (status: number, body: object | string) => {
    await using context = await setUp((requests, answer) => {
      if (requests.path !== '/token') return refuse(401, 'InvalidUser', 'No.')(requests, answer);
      if (typeof body === 'object') return sendJson(answer, status, body);
      answer.writeHead(status, { 'Content-Type': 'text/html' }).end(body);
    });
    return await context.cloud.query('x').catch(({ code, message }: CloudError) => `${code}: ${message}`);
  };
  assert.equal(
    await answered(401, { error: 'invalid_client' }),
    'invalid: The cloud does not know the app, or its secret is wrong.',
  );
  assert.equal(
    await answered(400, { error: 'unsupported_grant_type' }),
    'invalid: The cloud refused to refresh the token: unsupported_grant_type.',
  );
  const unclear = 'malformed: The answer of the cloud to the token refresh cannot be understood.';
  for (const status of [200, 404])
    assert.equal(await answered(status, '<html>Sign in to this network'), unclear);
  assert.equal(await answered(200, 'null'), unclear);
});

const passing = [
  {
    it: 'waits after too many token requests, and does not mistake that for the end of the permission',
    status: 429,
    error: 'slow_down',
    seconds: 3,
    refusal: refused('too-many', /Too many token requests/),
  },
  {
    it: 'repeats a refresh that found the cloud without its store, and takes it for no end of the permission',
    status: 503,
    error: 'temporarily_unavailable',
    seconds: 5,
    refusal: refused('unavailable', /at the moment/),
  },
] as const;
for (const { it, status, error, seconds, refusal } of passing)
  test(it, async () => {
    const clock = createSteppedClock();
    let refreshes = 0;
    const until =
      (refusals: number): RequestHandler =>
      (requests, answer) => {
        if (requests.path !== '/token')
          return (requests.token === 'a2' ? ok({ component }) : refuse(401, 'InvalidUser'))(requests, answer);
        if (refreshes++ < refusals)
          return sendJson(answer, status, { error }, { 'Retry-After': String(seconds) });
        return gives('a2')(requests, answer);
      };
    await using context = await setUp(until(1), { clock });
    const found = context.cloud.query('x');
    await clock.pass(seconds * 1_000);
    assert.deepEqual(await found, component);
    refreshes = 0;
    await using stubborn = await setUp(until(9), { clock });
    const given = assert.rejects(stubborn.cloud.query('x'), refusal);
    for (let n = 0; n < 3; n++) await clock.pass(seconds * 1_000);
    await given;
    assert.equal(refreshes, 4);
  });

test('repeats a control under the same id if its answer was lost', async () => {
  const clock = createSteppedClock();
  await using context = await setUp(
    answers((_, answer) => void answer.destroy(), ok({ result: 'OK' })),
    { clock },
  );
  const done = context.cloud.control(componentId, command);
  await clock.pass(500);
  await done;
  const ids = context.server.requests.map(({ json }) => json.requestId);
  assert.equal(ids.length, 2);
  assert.equal(ids[0], ids[1]);
});

test('waits as long as the cloud requires after too many requests', async () => {
  const clock = createSteppedClock();
  const busy = refuse(429, 'Error', 'Slow down.', { 'Retry-After': '7' });
  await using context = await setUp(answers(busy, ok({ component })), { clock });
  const found = context.cloud.query('x');
  await clock.pass(7_000);
  assert.deepEqual(await found, component);
  await using stubborn = await setUp(busy, { clock });
  const given = assert.rejects(stubborn.cloud.query('x'), refused('too-many', /^Slow down\.$/));
  for (let n = 0; n < 3; n++) await clock.pass(7_000);
  await given;
});

test('reports an invalid response as `malformed`', async () => {
  for (const body of ['<html>', '[]', '{}', '{"response":{"component":{"datagram":1}}}']) {
    await using context = await setUp((_, answer) => void answer.end(body));
    await assert.rejects(context.cloud.query('x'), refused('malformed', /./));
  }
});

test('follows no redirect, which would send the token to another server', async () => {
  const clock = createSteppedClock();
  await using elsewhere = await serveCloud(ok({ component }));
  await using context = await setUp(
    (_, answer) => void answer.writeHead(307, { Location: `${elsewhere.url}/dev` }).end(),
    { clock },
  );
  const given = assert.rejects(context.cloud.query('x'), refused('unreachable', /./));
  for (const wait of [500, 1_000, 2_000]) await clock.pass(wait);
  await given;
  assert.equal(elsewhere.requests.length, 0);
});

test('repeats a request under the same id after the requested delay if the store was unavailable', async () => {
  const clock = createSteppedClock();
  const away = refuse(503, 'Error', 'Come back.', { 'Retry-After': '5' });
  await using context = await setUp(answers(away, away, ok({ result: 'OK' })), { clock });
  const done = context.cloud.control(componentId, command);
  for (let n = 0; n < 2; n++) await clock.pass(5_000);
  await done;
  const ids = context.server.requests.map(({ json }) => json.requestId);
  assert.deepEqual(ids, [ids[0], ids[0], ids[0]]);
  await using stubborn = await setUp(away, { clock });
  const given = assert.rejects(stubborn.cloud.query('x'), refused('unavailable', /^Come back\.$/));
  for (let n = 0; n < 3; n++) await clock.pass(5_000);
  await given;
  assert.equal(stubborn.server.requests.length, 4);
});

test("rejects a bridge's answer that lacks a required member", async () => {
  await using context = await setUp(answers((_, answer) => sendJson(answer, 200, { series: 7, from: null })));
  await assert.rejects(
    context.cloud.readHouse('000000001', '/history/series'),
    refused('malformed', /^The bridge answers \/history\/series in an unknown form\.$/),
  );
});

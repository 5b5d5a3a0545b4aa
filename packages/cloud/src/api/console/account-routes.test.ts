import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { limits } from '@plenum/protocol/cloud';
import { type Browser, createBrowser } from '@plenum/testbed/form-browser';
import {
  createApp,
  obtainTokens,
  owner,
  refresh,
  signUp as signUpOwner,
  startTestCloud,
  type TestCloud,
} from '../../fixture/identity.fixture.ts';
import { onSqliteFirst } from '../../fixture/with-store.fixture.ts';
import { counterOf } from '../../identity/account/guess/guess-counters.ts';
import { silent } from '../../kernel/log/log.ts';
import { assertConforms } from './contract.fixture.ts';

const anna = { email: 'anna@example.org', password: 'a quiet house by the sea' };

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

const ask = async (
  { url }: TestCloud,
  browser: Browser,
  path: string,
  init: { body?: object; headers?: Record<string, string>; method?: string } = {},
): Promise<Answer> => {
  const method = init.method ?? (init.body === undefined ? 'GET' : 'POST');
  const response = await browser.fetch(`${url}${path}`, {
    method,
    ...(init.body !== undefined && { body: JSON.stringify(init.body) }),
    headers: {
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
      ...init.headers,
    },
  });
  const text = await response.text();
  const { status, headers } = response;
  const body = text === '' ? undefined : JSON.parse(text);
  assertConforms(method === 'GET' ? 'get' : 'post', path, { status, body });
  return { status, body: body ?? {}, headers };
};

const signUp = (cloud: TestCloud, browser: Browser) =>
  ask(cloud, browser, '/account/sign-up', { body: anna });

const withToken = ({ body }: Answer) => ({ 'x-form-token': String(body.formToken) });

onSqliteFirst('the account routes of the web application', (engine) => {
  it('signs a person up, reports who is signed in, and signs them out', async () => {
    await using cloud = await startTestCloud(engine);
    const browser = createBrowser(cloud.url);
    const made = await signUp(cloud, browser);
    assert.equal(made.status, 201);
    assert.equal(made.body.email, 'anna@example.org');
    assert.equal('secret' in made.body, false);
    assert.deepEqual((await ask(cloud, browser, '/account')).body, made.body);
    const left = await ask(cloud, browser, '/account/sign-out', { body: {}, headers: withToken(made) });
    assert.equal(left.status, 204);
    assert.deepEqual(
      browser.cookies.map(({ name }) => name),
      ['plenum_browser'],
    );
    const gone = await ask(cloud, browser, '/account');
    assert.equal(gone.status, 401);
    assert.deepEqual(gone.body, { code: 'not-signed-in', sentence: 'Sign in first.' });
  });

  it('refuses a malformed or wrong account request with a status, a code and a sentence', async () => {
    await using cloud = await startTestCloud(engine);
    const browser = createBrowser(cloud.url);
    const short = await ask(cloud, browser, '/account/sign-up', { body: { ...anna, password: 'short' } });
    assert.equal(short.status, 400);
    assert.match(
      String(short.body.sentence),
      /^A password must have at least 10 characters; this one has 5\./,
    );
    for (const body of [{}, { email: 1, password: null }, { email: ['a'], password: {} }])
      assert.equal((await ask(cloud, browser, '/account/sign-in', { body })).body.code, 'body-malformed');
    for (const email of ['ann@test-user.invalid', 'ann@Test-User.INVALID', 'ann@x.test-user.invalid']) {
      const reserved = await ask(cloud, browser, '/account/sign-up', { body: { ...anna, email } });
      assert.deepEqual([reserved.status, reserved.body.code], [400, 'email-reserved'], email);
    }
    const headers = withToken(await signUp(cloud, browser));
    const bare = await ask(cloud, browser, '/account/password', { method: 'POST', headers });
    assert.equal(bare.body.code, 'body-malformed');
    await signUp(cloud, createBrowser(cloud.url));
    const wrong = { ...anna, password: 'a loud house by the road' };
    let last: Answer | undefined;
    for (let count = 0; count < 7; count++)
      last = await ask(cloud, browser, '/account/sign-in', { body: wrong });
    assert.equal(last!.status, 429);
    assert.equal(last!.headers.get('retry-after'), '1');
  });

  it('recognizes a browser by a lasting cookie, and admits it while others guess the password', async () => {
    await using cloud = await startTestCloud(engine, silent, { trustedProxies: ['127.0.0.1'] });
    const browser = createBrowser(cloud.url);
    const headers = withToken(await signUp(cloud, browser));
    await ask(cloud, browser, '/account/sign-out', { body: {}, headers });
    const [cookie] = browser.cookies;
    assert.match(
      cookie!.line,
      /^plenum_browser=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const { key } = counterOf('account', anna.email);
    const until = Date.now() + limits.guesses.account.maxWait;
    const row = { key, failures: 200, blocked_until: until, expires_at: until };
    await cloud.store.db.insertInto('guess').values(row).execute();
    const signIn = async (from: Browser) =>
      (
        await ask(cloud, from, '/account/sign-in', {
          body: anna,
          headers: { 'x-forwarded-for': '198.51.100.9' },
        })
      ).status;
    assert.equal(await signIn(createBrowser(cloud.url)), 429);
    assert.equal(await signIn(browser), 200);
    assert.equal(browser.cookies.find(({ name }) => name === 'plenum_browser')!.value, cookie!.value);
  });

  it('allows an account 20 console requests a second, 300 at once, over all its browsers', async () => {
    const clock = createFakeClock(Date.now());
    await using cloud = await startTestCloud(engine, silent, { clock });
    const [one, other, neighbour] = [1, 2, 3].map(() => createBrowser(cloud.url));
    await signUp(cloud, one!);
    await ask(cloud, other!, '/account/sign-in', { body: anna });
    const bela = { ...anna, email: 'bela@example.org' };
    await ask(cloud, neighbour!, '/account/sign-up', { body: bela });
    for (let count = 0; count < limits.consoleRequests.burst; count++)
      assert.equal((await ask(cloud, count % 2 === 0 ? one! : other!, '/account')).status, 200);
    const refused = await ask(cloud, other!, '/account');
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.deepEqual(refused.body, {
      code: 'too-many-requests',
      sentence: 'This account may make 20 requests a second; nothing was done. Try again in 1 s.',
      facts: { of: 'account', rate: 20, seconds: 1 },
    });
    assert.equal((await ask(cloud, neighbour!, '/account')).status, 200);
    clock.advance(50);
    assert.equal((await ask(cloud, one!, '/account')).status, 200);
    assert.equal((await ask(cloud, one!, '/account')).status, 429);
  });

  it('limits requests without a session by address, and does not count them against accounts', async () => {
    const clock = createFakeClock(Date.now());
    await using cloud = await startTestCloud(engine, silent, { clock });
    const [owner, visitor] = [1, 2].map(() => createBrowser(cloud.url));
    await signUp(cloud, owner!);
    for (let count = 1; count < limits.consoleRequests.burst; count++)
      assert.equal((await ask(cloud, visitor!, '/account/offers')).status, 200);
    for (const [path, options] of [
      ['/account/offers', {}],
      ['/account/sign-in', { body: anna }],
    ] as const) {
      const refused = await ask(cloud, visitor!, path, options);
      assert.equal(refused.status, 429, path);
      assert.deepEqual(refused.body, {
        code: 'too-many-requests',
        sentence: 'This network address may make 20 requests a second; nothing was done. Try again in 1 s.',
        facts: { of: 'address', rate: 20, seconds: 1 },
      });
    }
    assert.equal((await ask(cloud, owner!, '/account')).status, 200);
    clock.advance(50);
    assert.equal((await ask(cloud, visitor!, '/account/offers')).status, 200);
    assert.equal((await ask(cloud, visitor!, '/account/offers')).status, 429);
  });

  it('hides the session cookie from scripts and from other sites', async () => {
    await using cloud = await startTestCloud(engine);
    const browser = createBrowser(cloud.url);
    await signUp(cloud, browser);
    const [cookie, signedIn] = browser.cookies;
    assert.match(
      cookie!.line,
      /^plenum_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    assert.equal(signedIn!.line, 'plenum_signed_in=1; Max-Age=7776000; Path=/; SameSite=Lax');
  });

  it('starts a new session at sign-in and ends the previous one, which prevents session fixation', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud, createBrowser(cloud.url));
    const browser = createBrowser(cloud.url);
    await ask(cloud, browser, '/account/sign-in', { body: anna });
    const planted = browser.cookies[0]!.value;
    await ask(cloud, browser, '/account/sign-in', { body: anna });
    assert.notEqual(browser.cookies[0]!.value, planted);
    const headers = { cookie: `plenum_session=${planted}` };
    assert.equal((await fetch(`${cloud.url}/account`, { headers })).status, 401);
    const invented = { cookie: `plenum_session=${'x'.repeat(43)}` };
    assert.equal((await fetch(`${cloud.url}/account`, { headers: invented })).status, 401);
  });

  it('changes nothing without the form token or with the token of another session', async () => {
    await using cloud = await startTestCloud(engine);
    const browser = createBrowser(cloud.url);
    await signUp(cloud, browser);
    const other = createBrowser(cloud.url);
    const others = await ask(cloud, other, '/account/sign-in', { body: anna });
    for (const headers of [{}, { 'x-form-token': '' }, withToken(others)])
      for (const path of ['/account/sign-out', '/account/password', '/account/remove']) {
        const answer = await ask(cloud, browser, path, {
          body: { present: anna.password, next: 'x', password: anna.password },
          headers,
        });
        assert.deepEqual([answer.status, answer.body.code], [403, 'form-stale']);
      }
    assert.equal((await ask(cloud, browser, '/account')).status, 200);
  });

  it('changes nothing and signs nobody in when another site sends the request', async () => {
    await using cloud = await startTestCloud(engine);
    const browser = createBrowser(cloud.url);
    const made = await signUp(cloud, browser);
    for (const site of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: cloud.url },
    ]) {
      const headers = { ...withToken(made), ...(site as Record<string, string>) };
      assert.equal((await ask(cloud, browser, '/account/sign-out', { body: {}, headers })).status, 403);
      assert.equal((await ask(cloud, browser, '/account/sign-in', { body: anna, headers })).status, 403);
    }
  });

  it('explains the refusal of a NUL character anywhere in an account request, on both databases', async () => {
    await using cloud = await startTestCloud(engine);
    const browser = createBrowser(cloud.url);
    const bodies = [
      { ...anna, email: 'anna\0@example.org' },
      { ...anna, password: 'a quiet house\0by the sea' },
      { ...anna, more: [{ deep: ['\0'] }] },
      { ...anna, '\0': 1 },
    ];
    for (const path of ['/account/sign-up', '/account/sign-in'])
      for (const body of bodies) {
        const answer = await ask(cloud, browser, path, { body });
        assert.equal(answer.status, 400, JSON.stringify(body));
        assert.match(JSON.stringify(answer.body), /The request has a NUL character in a string\./);
      }
    for (const path of ['/account?a=%00', '/interaction/%00', '/login?client_id=%00', '/login/a%00b'])
      assert.equal((await browser.fetch(`${cloud.url}${path}`)).status, 400, path);
    const basic = `Basic ${Buffer.from('a%00b:word').toString('base64')}`;
    const form = (more: Record<string, string>) =>
      new URLSearchParams({ grant_type: 'refresh_token', ...more });
    const post = (body: URLSearchParams, headers = {}) =>
      fetch(`${cloud.url}/token`, { method: 'POST', body, headers });
    assert.equal((await post(form({ client_id: 'a\0b', refresh_token: 'x' }))).status, 400);
    assert.equal((await post(form({ refresh_token: 'x' }), { authorization: basic })).status, 400);
  });

  it('handles arrays, prototypes, deep nesting and megabytes in account requests without failing', async () => {
    await using cloud = await startTestCloud(engine);
    const send = async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${cloud.url}/account/sign-in`, { method: 'POST', body, headers });
      await answer.body?.cancel();
      return answer.status;
    };
    const deep = '['.repeat(30_000) + ']'.repeat(30_000);
    assert.equal(await send(JSON.stringify({ email: ['anna@example.org'], password: { a: 1 } })), 400);
    assert.equal(await send('{"__proto__": {"email": "a"}}'), 400);
    assert.equal(await send('{"constructor": {"prototype": {"email": "a"}}}'), 400);
    assert.equal(await send('null'), 400);
    assert.equal(await send('[]'), 400);
    assert.equal(await send(`{"email": ${deep}}`), 400);
    assert.equal(await send('x'.repeat(1_000_000)), 413);
  });

  it('refuses content types that another site could send without a preflight request', async () => {
    await using cloud = await startTestCloud(engine);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const headers = { 'content-type': type };
      const body = JSON.stringify(anna);
      const answer = await fetch(`${cloud.url}/account/sign-up`, { method: 'POST', headers, body });
      assert.ok([415, 400].includes(answer.status), `${type} ${answer.status}`);
    }
  });

  it('keeps this browser signed in after a password change, and signs out all other browsers', async () => {
    await using cloud = await startTestCloud(engine);
    const [here, there] = [createBrowser(cloud.url), createBrowser(cloud.url)];
    const made = await signUp(cloud, here);
    await ask(cloud, there, '/account/sign-in', { body: anna });
    const body = { present: anna.password, next: 'another house, another sea' };
    const changed = await ask(cloud, here, '/account/password', { body, headers: withToken(made) });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.body.formToken, made.body.formToken);
    assert.equal((await ask(cloud, here, '/account')).status, 200);
    assert.equal((await ask(cloud, there, '/account')).status, 401);
  });

  it('revokes the access of apps at a password change, unless the person keeps it', async () => {
    await using cloud = await startTestCloud(engine);
    await signUpOwner(cloud);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const { tokens } = cloud.identity.authorization;
    const change = async (present: string, next: string, more: object) => {
      const made = await ask(cloud, browser, '/account/sign-in', { body: { ...owner, password: present } });
      const body = { present, next, ...more };
      return ask(cloud, browser, '/account/password', { body, headers: withToken(made) });
    };
    const next = 'another house, another sea';
    const { access, refresh: refreshToken } = await obtainTokens(cloud, app);
    assert.equal((await change(owner.password, next, { keepApps: true })).status, 200);
    assert.notEqual(await tokens.identify(access), undefined);
    assert.equal((await change(next, owner.password, {})).status, 200);
    assert.equal(await tokens.identify(access), undefined);
    assert.equal((await refresh(cloud, app, refreshToken)).body.error, 'invalid_grant');
  });

  it('deletes an account if the password is right', async () => {
    await using cloud = await startTestCloud(engine);
    const browser = createBrowser(cloud.url);
    const made = await signUp(cloud, browser);
    const remove = (password: string) =>
      ask(cloud, browser, '/account/remove', { body: { password }, headers: withToken(made) });
    assert.equal((await remove('a guess at it')).status, 403);
    assert.equal((await remove(anna.password)).status, 204);
    assert.equal((await ask(cloud, browser, '/account')).status, 401);
    assert.equal((await signUp(cloud, createBrowser(cloud.url))).status, 201);
  });
});

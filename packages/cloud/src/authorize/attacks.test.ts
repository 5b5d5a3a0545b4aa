import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import type { KeptEntry } from '../account/audit.ts';
import { onEachStore } from '../fixture/with-store.fixture.ts';
import { createBrowser, hiddenFields } from './browser.fixture.ts';
import {
  allow,
  answerOn,
  askToken,
  callback,
  createApp,
  obtainTokens,
  refresh,
  signInOn,
  signUp,
  startTestCloud,
  toLoginUrl,
} from './identity.fixture.ts';
import type { App } from './shape.ts';

const verifier = 'a-verifier-of-more-than-forty-three-characters-0123456789';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const s256 = { code_challenge: challenge, code_challenge_method: 'S256' };

const codeForm = ({ clientId }: App, code: string, more: Record<string, string> = {}) => ({
  client_id: clientId,
  grant_type: 'authorization_code',
  code,
  ...more,
});

/** RFC 9700, OAuth 2.0 Security Best Current Practice; the section stands with each attack. */
onEachStore('an attacker', (engine) => {
  it('changes the redirect URI by one character (4.1): the browser goes nowhere', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const wrong = [
      callback.slice(0, -1),
      `${callback}0`,
      callback.replace('callback', 'Callback'),
      callback.replace('callback', 'callback/'),
      callback.replace('app.', 'app-'),
      callback.replace('https', 'http'),
      callback.replace('.org', '.org:443'),
      callback.replace('.org', '.org.'),
      callback.replace('callback', 'x/../callback'),
      callback.replace('callback', '%63allback'),
      `${callback}#`,
      callback.replace('https://', 'https://app.example.org@evil.example/'),
      'https://evil.example/callback?tenant=7',
      '//evil.example',
      'javascript:alert(1)',
    ];
    for (const redirectUri of wrong) {
      const page = await browser.go(toLoginUrl(cloud, { ...app, redirectUri }));
      assert.equal(page.left, undefined, redirectUri);
      assert.equal(page.status, 400, redirectUri);
      assert.match(page.html, /<h1>This did not work<\/h1>/);
    }
  });

  it('changes the port of a loopback redirect URI (4.1): it is compared too', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud, { redirectUri: 'http://127.0.0.1:4567/callback' });
    const browser = createBrowser(cloud.url);
    const page = await browser.go(
      toLoginUrl(cloud, { ...app, redirectUri: 'http://127.0.0.1:4568/callback' }),
    );
    assert.equal(page.left, undefined);
    assert.equal(page.status, 400);
  });

  it('uses the server as an open redirector (4.11.2): an unknown app sends nobody anywhere', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const evil = 'https://evil.example/';
    for (const url of [
      toLoginUrl(cloud, { ...app, clientId: 'unknown', redirectUri: evil }),
      toLoginUrl(cloud, { ...app, redirectUri: evil }, { scope: 'nonsense' }),
      toLoginUrl(cloud, { ...app, redirectUri: evil }, { response_type: 'token', prompt: 'none' }),
      `${cloud.url}/login?redirect_uri=${evil}`,
      `${cloud.url}/device?redirect_uri=${evil}`,
      `${cloud.url}//evil.example/%2f..`,
    ]) {
      const page = await browser.go(url);
      assert.equal(page.left, undefined, url);
      assert.equal(page.html.includes('href="https://evil'), false);
    }
  });

  it('redeems the code of another app (4.5): it is refused, and still good for its own', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const [victim, thief] = [await createApp(cloud), await createApp(cloud, { confidential: true })];
    const code = (await allow(cloud, toLoginUrl(cloud, victim.app))).searchParams.get('code')!;
    const stolen = await askToken(cloud, codeForm(thief.app, code, { client_secret: thief.secret! }));
    assert.equal(stolen.status, 400);
    assert.equal(stolen.body.error, 'invalid_grant');
    assert.equal((await askToken(cloud, codeForm(victim.app, code))).status, 200);
  });

  it('replays a code (4.5; RFC 6749, 4.1.2): what the code gave is revoked', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const { access, refresh: refreshToken, code } = await obtainTokens(cloud, app);
    const replayed = await askToken(cloud, codeForm(app, code));
    assert.equal(replayed.body.error, 'invalid_grant');
    assert.equal(await cloud.identity.authorization.tokens.identify(access), undefined);
    assert.equal((await refresh(cloud, app, refreshToken)).body.error, 'invalid_grant');
  });

  it('replays a code long after it expired: what the code gave is revoked all the same', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const { access, code } = await obtainTokens(cloud, app);
    t.mock.timers.setTime(Date.now() + 30 * 60_000);
    assert.equal((await askToken(cloud, codeForm(app, code))).body.error, 'invalid_grant');
    assert.equal(await cloud.identity.authorization.tokens.identify(access), undefined);
  });

  it('redeems one code ten times at once: one set of tokens is given, and then revoked', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const code = (await allow(cloud, toLoginUrl(cloud, app))).searchParams.get('code')!;
    const answers = await Promise.all(Array.from({ length: 10 }, () => askToken(cloud, codeForm(app, code))));
    const given = answers.filter(({ status }) => status === 200);
    assert.equal(given.length, 1);
    const access = String(given[0]!.body.access_token);
    assert.equal(await cloud.identity.authorization.tokens.identify(access), undefined);
  });

  it('redeems a code after its 60 seconds', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const login = toLoginUrl(cloud, app);
    const [early, late] = [await allow(cloud, login), await allow(cloud, login)];
    t.mock.timers.setTime(1_800_000_059_999);
    assert.equal((await askToken(cloud, codeForm(app, early.searchParams.get('code')!))).status, 200);
    t.mock.timers.setTime(1_800_000_060_000);
    const answer = await askToken(cloud, codeForm(app, late.searchParams.get('code')!));
    assert.equal(answer.body.error, 'invalid_grant');
  });

  it('redeems a code without the PKCE verifier, or with another (4.5.3.1)', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud, { pkceRequired: true });
    const code = (await allow(cloud, toLoginUrl(cloud, app, s256))).searchParams.get('code')!;
    for (const more of [{}, { code_verifier: `${verifier}x` }, { code_verifier: challenge }])
      assert.equal((await askToken(cloud, codeForm(app, code, more))).body.error, 'invalid_grant');
    const answer = await askToken(cloud, codeForm(app, code, { code_verifier: verifier }));
    assert.equal(answer.status, 200);
  });

  it('strips PKCE from the request of an app that uses it (4.8.2, downgrade)', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const code = (await allow(cloud, toLoginUrl(cloud, app))).searchParams.get('code')!;
    const answer = await askToken(cloud, codeForm(app, code, { code_verifier: verifier }));
    assert.equal(answer.body.error, 'invalid_grant');
  });

  it('leaves PKCE out, or asks for `plain`, where the app requires it (4.8.2, downgrade)', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud, { pkceRequired: true });
    const browser = createBrowser(cloud.url);
    for (const more of [
      {},
      { code_challenge: challenge },
      { code_challenge: verifier, code_challenge_method: 'plain' },
      { code_challenge: verifier, code_challenge_method: 's256' },
      { code_challenge_method: 'S256' },
      { code_challenge: 'short', code_challenge_method: 'S256' },
    ]) {
      const { left } = await browser.go(toLoginUrl(cloud, app, more));
      assert.equal(left?.searchParams.get('error'), 'invalid_request', JSON.stringify(more));
      assert.equal(left?.searchParams.get('state'), 'state-1');
    }
  });

  it('refuses to be told `plain` even where PKCE is the app’s choice', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud);
    const plain = { code_challenge: verifier, code_challenge_method: 'plain' };
    const { left } = await createBrowser(cloud.url).go(toLoginUrl(cloud, app, plain));
    assert.equal(left?.searchParams.get('error'), 'invalid_request');
  });

  it('mixes up two authorizations in one browser (4.4, 4.7): each keeps its state and its app', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const [one, two] = [await createApp(cloud), await createApp(cloud, { name: 'Morning Blinds' })];
    const browser = createBrowser(cloud.url);
    const strange = 'a b+c%20&=ä€"<>';
    const first = await browser.go(toLoginUrl(cloud, one.app, { state: strange }));
    const firstConsent = await signInOn(browser, first);
    const secondConsent = await browser.go(toLoginUrl(cloud, two.app, { state: 'two' }));
    assert.match(firstConsent.html, /Evening Lights would like/);
    assert.match(secondConsent.html, /Morning Blinds would like/);
    const secondEnd = await answerOn(browser, secondConsent, 'allow');
    const firstEnd = await answerOn(browser, firstConsent, 'allow');
    assert.equal(firstEnd.left?.searchParams.get('state'), strange);
    assert.equal(secondEnd.left?.searchParams.get('state'), 'two');
    for (const { left } of [firstEnd, secondEnd]) assert.equal(left?.searchParams.get('iss'), cloud.url);
    const code = firstEnd.left!.searchParams.get('code')!;
    assert.equal((await askToken(cloud, codeForm(two.app, code))).body.error, 'invalid_grant');
  });

  it('sends a state that looks like a mark of ours (4.7): it comes back to the letter', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const redirectUri = 'https://app.example.org/%7Bid%7D/{id}';
    const { app } = await createApp(cloud, { redirectUri });
    for (const state of ['{id}', '"{id}\\u0001', '\u0001', '__proto__', '$&$1']) {
      const end = await allow(cloud, toLoginUrl(cloud, app, { state }));
      assert.equal(end.searchParams.get('state'), state);
      const form = codeForm(app, end.searchParams.get('code')!, { redirect_uri: redirectUri });
      assert.equal((await askToken(cloud, form)).status, 200, state);
    }
  });

  it('uses a stolen refresh token after the app did (4.14): the whole family ends', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app } = await createApp(cloud);
    const other = await obtainTokens(cloud, app);
    const { refresh: stolen } = await obtainTokens(cloud, app);
    const { body: rotated } = await refresh(cloud, app, stolen);
    t.mock.timers.setTime(1_800_000_030_001);
    assert.equal((await refresh(cloud, app, stolen)).body.error, 'invalid_grant');
    const { tokens } = cloud.identity.authorization;
    assert.equal(await tokens.identify(String(rotated.access_token)), undefined);
    assert.equal((await refresh(cloud, app, String(rotated.refresh_token))).body.error, 'invalid_grant');
    assert.notEqual(await tokens.identify(other.access), undefined, 'another consent is another family');
    const [{ act, facts }] = (await cloud.identity.accounts.audit.read(account.id, 1)) as [KeptEntry];
    assert.deepEqual({ act, facts }, { act: 'app-unlinked', facts: { clientId: app.clientId, by: 'reuse' } });
  });

  it('uses a stolen refresh token before the app does (4.14): the family ends when the app comes', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const { refresh: stolen } = await obtainTokens(cloud, app);
    const { body: thiefs } = await refresh(cloud, app, stolen);
    const { body: next } = await refresh(cloud, app, String(thiefs.refresh_token));
    // Within 30 s, but the thief has gone on: this is no lost answer.
    assert.equal((await refresh(cloud, app, stolen)).body.error, 'invalid_grant');
    const { tokens } = cloud.identity.authorization;
    for (const { access_token } of [thiefs, next])
      assert.equal(await tokens.identify(String(access_token)), undefined);
  });

  it('uses the refresh token of another app', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const [victim, thief] = [await createApp(cloud), await createApp(cloud)];
    const given = await obtainTokens(cloud, victim.app);
    assert.equal((await refresh(cloud, thief.app, given.refresh)).body.error, 'invalid_grant');
    assert.equal((await refresh(cloud, victim.app, given.refresh)).status, 200);
  });

  it('widens the scope of a refresh (RFC 6749, 6)', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const given = await obtainTokens(cloud, app);
    const wider = await refresh(cloud, app, given.refresh, { scope: 'query-control pair-bridge' });
    assert.equal(wider.body.error, 'invalid_scope');
  });

  it('finds what was sent in the address (4.2.4, 4.3.2): nothing is taken from there', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const { access, refresh: refreshToken } = await obtainTokens(cloud, app);
    const query = (form: Record<string, string>) => `?${new URLSearchParams(form)}`;
    const form = { client_id: app.clientId, grant_type: 'refresh_token', refresh_token: refreshToken };
    const token = await fetch(`${cloud.url}/token${query(form)}`, { method: 'POST' });
    assert.equal(token.status, 400);
    assert.equal((await fetch(`${cloud.url}/token${query(form)}`)).status, 404);
    const revoke = query({ client_id: app.clientId, token: access });
    assert.equal((await fetch(`${cloud.url}/revoke${revoke}`, { method: 'POST' })).status, 400);
    assert.notEqual(await cloud.identity.authorization.tokens.identify(access), undefined);
  });

  it('forges consent from another site (4.7.1): cookie, form token and sender are all wanted', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const consent = await signInOn(browser, await browser.go(toLoginUrl(cloud, app)));
    const action = /action="([^"]*\/consent)"/.exec(consent.html)![1]!;
    const { token } = hiddenFields(consent.html, action);
    const post = (body: Record<string, string>, headers: Record<string, string>, from = browser) =>
      from.fetch(`${cloud.url}${action}`, { method: 'POST', headers, body: new URLSearchParams(body) });
    const grants = () =>
      cloud.store.db.selectFrom('authorization_item').selectAll().where('kind', '=', 'Grant').execute();
    const own = { 'sec-fetch-site': 'same-origin', origin: cloud.url };
    const attempts = [
      post({ answer: 'allow' }, own),
      post({ answer: 'allow', token: '' }, own),
      post({ answer: 'allow', token: 'x'.repeat(43) }, own),
      post({ answer: 'allow', token: token! }, { 'sec-fetch-site': 'cross-site', origin: cloud.url }),
      post({ answer: 'allow', token: token! }, { 'sec-fetch-site': 'same-site' }),
      post({ answer: 'allow', token: token! }, { origin: 'https://evil.example' }),
      post({ answer: 'allow', token: token! }, { origin: 'null' }),
    ];
    for (const attempt of attempts) assert.equal((await attempt).status, 403);
    const stranger = await post({ answer: 'allow', token: token! }, own, createBrowser(cloud.url));
    assert.equal(stranger.status, 400);
    assert.deepEqual(await grants(), []);
    assert.equal((await answerOn(browser, consent, 'allow')).left?.searchParams.has('code'), true);
  });

  it('leads a victim into the attacker’s own authorization (4.7): it is bound to the browser', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const attacker = createBrowser(cloud.url);
    const begun = await attacker.go(toLoginUrl(cloud, app));
    const victim = createBrowser(cloud.url);
    const page = await victim.go(begun.url);
    assert.equal(page.status, 400);
    assert.match(page.html, /begun in another browser/);
    const uid = begun.url.split('/').at(-1)!;
    const headers = { cookie: `plenum_interaction=${uid}` };
    assert.equal((await fetch(begun.url, { headers })).status, 200);
    assert.equal((await fetch(`${cloud.url}/interaction/another`, { headers })).status, 400);
    const resumed = await victim.go(begun.url.replace('/interaction/', '/login/'));
    assert.equal(resumed.left, undefined);
    assert.equal(resumed.status, 400);
  });

  it('frames the pages to steal a click (4.16), or puts markup into them', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud, { name: '<img src=x onerror=alert(1)> & "Co"' });
    const browser = createBrowser(cloud.url);
    const login = await browser.go(toLoginUrl(cloud, app));
    const consent = await signInOn(browser, login, {
      email: '"><script>alert(1)</script>',
      password: 'a guess at it',
    });
    for (const { headers, html } of [login, consent]) {
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.match(
        headers.get('content-security-policy') ?? '',
        /default-src 'none'.*frame-ancestors 'none'/,
      );
      assert.equal(/<script|onerror=alert\(1\)>|<img/i.test(html), false);
    }
    assert.match(login.html, /&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;Co&quot;/);
  });

  it('reads where the person came from out of the Referer (4.2.4): the pages send it to nobody else', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud);
    const login = await createBrowser(cloud.url).go(toLoginUrl(cloud, app));
    assert.equal(login.headers.get('referrer-policy'), 'same-origin');
    assert.equal(login.headers.get('cache-control'), 'no-store');
  });

  it('has passwords sent on by the redirect after a form (4.12): it is 303, which drops the body', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const login = await browser.go(toLoginUrl(cloud, app));
    const action = /action="([^"]*\/sign-in)"/.exec(login.html)![1]!;
    const body = new URLSearchParams({
      ...hiddenFields(login.html, action),
      email: 'anna@example.org',
      password: 'a quiet house by the sea',
    });
    const answer = await browser.fetch(`${cloud.url}${action}`, { method: 'POST', body });
    assert.equal(answer.status, 303);
  });

  it('calls the token endpoint from a page of another site (4.17)', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const code = (await allow(cloud, toLoginUrl(cloud, app))).searchParams.get('code')!;
    const body = new URLSearchParams(codeForm(app, code));
    const ask = (origin: string) =>
      fetch(`${cloud.url}/token`, { method: 'POST', body, headers: { origin } });
    const evil = await ask('https://evil.example');
    assert.equal(evil.status, 400);
    assert.equal(evil.headers.get('access-control-allow-origin'), null);
    const own = await ask('https://app.example.org');
    assert.equal(own.status, 200);
    assert.equal(own.headers.get('access-control-allow-origin'), 'https://app.example.org');
  });
});

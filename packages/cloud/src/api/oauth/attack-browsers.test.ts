import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createBrowser, hiddenFields } from '@plenum/testbed/form-browser';
import {
  allow,
  answerOn,
  askToken,
  callback,
  codeForm,
  createApp,
  signInOn,
  signUp,
  startCloudWithApp,
  startTestCloud,
  toLoginUrl,
} from '../../fixture/identity.fixture.ts';
import { onSqliteFirst } from '../../fixture/with-store.fixture.ts';

/** Attacks of RFC 9700, OAuth 2.0 Security Best Current Practice. The numbers in the titles are its sections. */
onSqliteFirst('an attacker of a browser', (engine) => {
  it('does not redirect if an attacker changes one character of the redirect URI (4.1)', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
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
      const page = await browser.go(toLoginUrl(cloud, { ...app, redirectUris: [redirectUri] }));
      assert.equal(page.left, undefined, redirectUri);
      assert.equal(page.status, 400, redirectUri);
      assert.match(page.html, /<h1>This did not work<\/h1>/);
    }
  });

  it('does not redirect if an attacker changes the port of a loopback redirect URI (4.1)', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud, { redirectUri: 'http://127.0.0.1:4567/callback' });
    const browser = createBrowser(cloud.url);
    const page = await browser.go(
      toLoginUrl(cloud, { ...app, redirectUris: ['http://127.0.0.1:4568/callback'] }),
    );
    assert.equal(page.left, undefined);
    assert.equal(page.status, 400);
  });

  it('does not redirect for an unknown app, because that would be an open redirector (4.11.2)', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const evil = 'https://evil.example/';
    for (const url of [
      toLoginUrl(cloud, { ...app, clientId: 'unknown', redirectUris: [evil] }),
      toLoginUrl(cloud, { ...app, redirectUris: [evil] }, { scope: 'nonsense' }),
      toLoginUrl(cloud, { ...app, redirectUris: [evil] }, { response_type: 'token', prompt: 'none' }),
      `${cloud.url}/login?redirect_uri=${evil}`,
      `${cloud.url}/device?redirect_uri=${evil}`,
      `${cloud.url}//evil.example/%2f..`,
    ]) {
      const page = await browser.go(url);
      assert.equal(page.left, undefined, url);
      assert.equal(page.html.includes('href="https://evil'), false);
    }
  });

  it('keeps the state and app of two authorizations in one browser separate (4.4, 4.7)', async () => {
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

  it('returns a state unchanged even if it looks like a placeholder of our pages (4.7)', async () => {
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

  it('refuses a forged consent from another site, by cookie, form token and origin (4.7.1)', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
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

  it('binds an authorization to its browser, against a victim led into another’s (4.7)', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const attacker = createBrowser(cloud.url);
    const begun = await attacker.go(toLoginUrl(cloud, app));
    const victim = createBrowser(cloud.url);
    const page = await victim.go(begun.url);
    assert.equal(page.status, 400);
    assert.match(page.html, /started in another browser/);
    const uid = begun.url.split('/').at(-1)!;
    const headers = { cookie: `plenum_interaction=${uid}` };
    assert.equal((await fetch(begun.url, { headers })).status, 200);
    assert.equal((await fetch(`${cloud.url}/interaction/another`, { headers })).status, 400);
    const resumed = await victim.go(begun.url.replace('/interaction/', '/login/'));
    assert.equal(resumed.left, undefined);
    assert.equal(resumed.status, 400);
  });

  it('prevents framing of its pages (4.16), and escapes markup in them', async () => {
    await using cloud = await startCloudWithApp(engine, { name: '<img src=x onerror=alert(1)> & "Co"' });
    const { app } = cloud;
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

  it('sends no Referer from its pages to other sites (4.2.4)', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud);
    const login = await createBrowser(cloud.url).go(toLoginUrl(cloud, app));
    assert.equal(login.headers.get('referrer-policy'), 'same-origin');
    assert.equal(login.headers.get('cache-control'), 'no-store');
  });

  it('redirects after a form with 303, so that the browser does not pass on the password (4.12)', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
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
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { uplink } from '@plenum/protocol/uplink';
import { type Browser, createBrowser, type Visit } from '@plenum/testbed/form-browser';
import {
  answerOn,
  askToken,
  bela,
  owner,
  signInOn,
  signUp,
  startTestCloud,
  type TestCloud,
} from '../../fixture/identity.fixture.ts';
import { onSqliteFirst } from '../../fixture/with-store.fixture.ts';
import { silent } from '../../kernel/log/log.ts';

interface Begun {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
}

const begin = async (cloud: TestCloud): Promise<Begun> => {
  const body = new URLSearchParams({ client_id: uplink.clientId, scope: uplink.scope });
  const answer = await fetch(`${cloud.url}/device/authorization`, { method: 'POST', body });
  assert.equal(answer.status, 200);
  return (await answer.json()) as Begun;
};

const poll = (cloud: TestCloud, { device_code }: Begun) =>
  askToken(cloud, {
    client_id: uplink.clientId,
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code,
  });

const sendCode = (browser: Browser, page: Visit, fields: Record<string, string>) =>
  browser.send(page, { action: '/device', fields });

/** Enters the code and confirms it. Returns the next page. */
const confirm = async (browser: Browser, { verification_uri, user_code }: Begun): Promise<Visit> => {
  const shown = await sendCode(browser, await browser.go(verification_uri), { user_code });
  return sendCode(browser, shown, { confirm: 'yes' });
};

onSqliteFirst('pairing a bridge (RFC 8628)', (engine) => {
  it('redirects a browser to the public URL for pairing from another name of this machine', async () => {
    await using cloud = await startTestCloud(engine);
    const { user_code } = await begin(cloud);
    const named = cloud.url.replace('127.0.0.1', 'localhost');
    for (const path of [`/device?user_code=${user_code}`, '/login?client_id=one&state=two']) {
      const answer = await fetch(named + path, { redirect: 'manual' });
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, cloud.url + path]);
      assert.notEqual(
        (await fetch(cloud.url + path, { redirect: 'manual' })).headers.get('location'),
        cloud.url + path,
      );
    }
  });

  it('issues a token to a bridge whose code its owner entered', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const begun = await begin(cloud);
    assert.match(begun.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    assert.equal(begun.verification_uri, `${cloud.url}/device`);
    assert.equal(begun.expires_in, 600);
    assert.equal((await poll(cloud, begun)).body.error, 'authorization_pending');
    const browser = createBrowser(cloud.url);
    const entry = await browser.go(begun.verification_uri);
    const shown = await sendCode(browser, entry, { user_code: begun.user_code.toLowerCase() });
    assert.match(shown.html, new RegExp(`<output class="shown">${begun.user_code}</output>`));
    const login = await sendCode(browser, shown, { confirm: 'yes' });
    assert.match(login.html, /<h1>Sign in<\/h1>/);
    const consent = await signInOn(browser, login);
    assert.match(consent.html, /This bridge would like to be added to your account/);
    assert.equal((await poll(cloud, begun)).body.error, 'authorization_pending');
    const end = await answerOn(browser, consent, 'allow');
    assert.match(end.html, /<h1>This bridge can continue<\/h1>/);
    assert.match(end.html, /<a href="\/#\/houses">Go to your houses<\/a>/);
    const { status, body } = await poll(cloud, begun);
    assert.equal(status, 200);
    const { access_token, ...rest } = body;
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 600, scope: 'pair-bridge' });
    const caller = await cloud.identity.authorization.tokens.identify(String(access_token));
    assert.equal(caller?.accountId, account.id);
    assert.equal(caller?.clientId, uplink.clientId);
    assert.deepEqual(caller?.scopes, ['pair-bridge']);
    assert.equal((await poll(cloud, begun)).body.error, 'invalid_grant');
  });

  it('shows which bridge requested a code, and from where, before its owner confirms', async () => {
    await using cloud = await startTestCloud(engine, silent, { trustedProxies: ['127.0.0.1'] });
    const show = async (form: Record<string, string>): Promise<string> => {
      const answer = await fetch(`${cloud.url}/device/authorization`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: uplink.clientId, scope: uplink.scope, ...form }),
        headers: { 'x-forwarded-for': '198.51.100.9' },
      });
      const { user_code } = (await answer.json()) as Begun;
      const browser = createBrowser(cloud.url);
      return (await sendCode(browser, await browser.go('/device'), { user_code })).html;
    };
    const named = await show({ [uplink.systemIdParameter]: '123456789' });
    assert.match(named, /<dt>System id<\/dt><dd>123456789<\/dd>/);
    assert.match(named, /<dt>Requested from<\/dt><dd>198\.51\.100\.9<\/dd>/);
    for (const hostile of ['', '<b>1</b>', '1234567890'])
      assert.match(
        await show({ [uplink.systemIdParameter]: hostile }),
        /<dt>System id<\/dt><dd>not given<\/dd>/,
      );
  });

  it('fills in a pairing code from the URL and waits for the owner to submit the form', async () => {
    await using cloud = await startTestCloud(engine);
    const begun = await begin(cloud);
    const browser = createBrowser(cloud.url);
    const page = await browser.go(begun.verification_uri_complete);
    assert.match(page.html, new RegExp(`name="user_code"[^>]*value="${begun.user_code}"`, 's'));
    assert.equal(/<script/.test(page.html), false);
    const hostile = await browser.go(`${cloud.url}/device?user_code="><script>alert(1)</script>`);
    assert.equal(/<script/.test(hostile.html), false);
  });

  it('explains on the device page why a code is not accepted', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const begun = await begin(cloud);
    const browser = createBrowser(cloud.url);
    const unknown = await sendCode(browser, await browser.go('/device'), { user_code: 'BBBB-BBBB' });
    assert.match(unknown.html, /role="alert"[^>]*>No bridge is waiting with this code\./);
    assert.match(unknown.html, /value="BBBB-BBBB"/);
    const empty = await sendCode(browser, unknown, { user_code: '' });
    assert.match(empty.html, /Enter the code that your bridge shows\./);
    const consent = await signInOn(browser, await confirm(browser, begun));
    await answerOn(browser, consent, 'allow');
    const again = await sendCode(browser, await browser.go('/device'), { user_code: begun.user_code });
    assert.match(again.html, /This code has already been used\./);
  });

  it('accepts a pairing code again if the page was left, and then uses the first answer', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    await signUp(cloud, bela);
    const begun = await begin(cloud);
    const leave = async () => {
      const browser = createBrowser(cloud.url);
      return { browser, consent: await signInOn(browser, await confirm(browser, begun), bela) };
    };
    const left = { allow: await leave(), refuse: await leave() };
    const browser = createBrowser(cloud.url);
    const allowed = await answerOn(browser, await signInOn(browser, await confirm(browser, begun)), 'allow');
    assert.match(allowed.html, /<h1>This bridge can continue<\/h1>/);
    const late = await answerOn(left.allow.browser, left.allow.consent, 'allow');
    assert.match(late.html, /This code has already been used\./);
    await answerOn(left.refuse.browser, left.refuse.consent, 'refuse');
    const { body } = await poll(cloud, begun);
    const caller = await cloud.identity.authorization.tokens.identify(String(body.access_token));
    assert.equal(caller?.accountId, account.id);
  });

  it('ends a pairing that the owner refuses', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const [one, two] = [await begin(cloud), await begin(cloud)];
    const browser = createBrowser(cloud.url);
    const shown = await sendCode(browser, await browser.go('/device'), { user_code: one.user_code });
    const stopped = await sendCode(browser, shown, { abort: 'yes' });
    assert.match(stopped.html, /The pairing was stopped. Nothing was allowed\./);
    assert.equal((await poll(cloud, one)).body.error, 'access_denied');
    const consent = await signInOn(browser, await confirm(browser, two));
    await answerOn(browser, consent, 'refuse');
    assert.equal((await poll(cloud, two)).body.error, 'access_denied');
  });

  it('expires a pairing code after ten minutes', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const begun = await begin(cloud);
    t.mock.timers.setTime(1_800_000_600_000);
    assert.equal((await poll(cloud, begun)).body.error, 'expired_token');
    const browser = createBrowser(cloud.url);
    const late = await sendCode(browser, await browser.go('/device'), { user_code: begun.user_code });
    assert.match(late.html, /This code has expired\./);
  });

  it('requires the form token for a pairing, so that another site cannot forge a pairing', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const begun = await begin(cloud);
    const browser = createBrowser(cloud.url);
    await browser.go('/device');
    for (const xsrf of ['', 'x'.repeat(48)]) {
      const body = new URLSearchParams({ user_code: begun.user_code, confirm: 'yes', xsrf });
      const answer = await browser.fetch(`${cloud.url}/device`, { method: 'POST', body });
      assert.equal(answer.status, 400);
    }
    assert.equal((await poll(cloud, begun)).body.error, 'authorization_pending');
  });

  it('sends a browser without a session to the pairing form and logs no failure', async () => {
    const failures: unknown[] = [];
    const log = { ...silent, error: (facts: object) => void failures.push(facts) };
    await using cloud = await startTestCloud(engine, log);
    for (const [path, init] of [
      ['/device', { method: 'POST' }],
      ['/device', { method: 'POST', body: new URLSearchParams({ user_code: 'BBBB-BBBB' }) }],
      ['/device/unknown', {}],
    ] as const) {
      const answer = await fetch(cloud.url + path, { ...init, redirect: 'manual' });
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/device']);
    }
    assert.match((await createBrowser(cloud.url).go('/device/unknown')).html, /name="xsrf" value="\w{48}"/);
    assert.deepEqual(failures, []);
  });

  it('slows down the guessing of pairing codes', async () => {
    await using cloud = await startTestCloud(engine);
    const browser = createBrowser(cloud.url);
    let page = await browser.go('/device');
    for (let count = 0; count < 41; count++) page = await sendCode(browser, page, { user_code: 'BBBB-BBBB' });
    assert.equal(page.status, 200);
    const slowed = await sendCode(browser, page, { user_code: 'BBBB-BBBB' });
    assert.equal(slowed.status, 429);
    assert.equal(slowed.headers.get('retry-after'), '1');
    assert.match(slowed.html, /Too many attempts; try again in 1 second\./);
  });

  it('refuses pairing codes to apps, and other scopes to bridges', async () => {
    await using cloud = await startTestCloud(engine);
    const ask = async (form: Record<string, string>) => {
      const body = new URLSearchParams(form);
      const answer = await fetch(`${cloud.url}/device/authorization`, { method: 'POST', body });
      return ((await answer.json()) as { error: string }).error;
    };
    assert.equal(await ask({ client_id: uplink.clientId, scope: 'query-control' }), 'invalid_scope');
    assert.equal(await ask({ client_id: 'unknown', scope: uplink.scope }), 'invalid_client');
  });

  it('does not accept a stored hash in place of a device code', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const begun = await begin(cloud);
    const browser = createBrowser(cloud.url);
    await answerOn(browser, await signInOn(browser, await confirm(browser, begun), owner), 'allow');
    const { id_hash } = await cloud.store.db
      .selectFrom('authorization_item')
      .select('id_hash')
      .where('kind', '=', 'DeviceCode')
      .executeTakeFirstOrThrow();
    for (const device_code of [id_hash, `@${id_hash}`])
      assert.equal((await poll(cloud, { ...begun, device_code })).body.error, 'invalid_grant');
    assert.equal((await poll(cloud, begun)).status, 200);
  });

  it('does not accept a stored hash in place of a browser’s cookie', async () => {
    await using cloud = await startTestCloud(engine);
    await createBrowser(cloud.url).go('/device');
    const sessions = cloud.store.db
      .selectFrom('authorization_item')
      .selectAll()
      .where('kind', '=', 'Session');
    const session = await sessions.executeTakeFirstOrThrow();
    const headers = { cookie: `plenum_way=@${session.id_hash}` };
    const page = await fetch(`${cloud.url}/device`, { headers });
    assert.equal(page.status, 200);
    await page.text();
    assert.deepEqual(await sessions.where('id_hash', '=', session.id_hash).executeTakeFirst(), session);
  });
});

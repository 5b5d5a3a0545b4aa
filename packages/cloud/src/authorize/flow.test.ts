import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Accounts } from '../account/accounts.ts';
import type { Session } from '../account/shape.ts';
import { onEachStore } from '../fixture/with-store.fixture.ts';
import { createBrowser } from './browser.fixture.ts';
import {
  allow,
  answerOn,
  askToken,
  createApp,
  obtainTokens,
  owner,
  refresh,
  signInOn,
  signUp,
  startTestCloud,
  toLoginUrl,
} from './identity.fixture.ts';

onEachStore('the authorization server', (engine) => {
  it('gives a code for a consent and tokens for the code, as document 5 has it', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app } = await createApp(cloud);
    const left = await allow(cloud, toLoginUrl(cloud, app));
    assert.equal(`${left.origin}${left.pathname}`, 'https://app.example.org/callback');
    assert.deepEqual([...left.searchParams.keys()].sort(), ['code', 'iss', 'state', 'tenant']);
    assert.equal(left.searchParams.get('state'), 'state-1');
    assert.equal(left.searchParams.get('iss'), cloud.url);
    const { status, body } = await askToken(cloud, {
      client_id: app.clientId,
      grant_type: 'authorization_code',
      code: left.searchParams.get('code')!,
    });
    assert.equal(status, 200);
    const { access_token, refresh_token, ...rest } = body;
    assert.match(String(access_token), /^[\w-]{43}$/);
    assert.match(String(refresh_token), /^[\w-]{43}$/);
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600, scope: 'query-control' });
    const caller = await cloud.identity.authorization.tokens.identify(String(access_token));
    assert.equal(caller?.accountId, account.id);
    assert.equal(caller?.clientId, app.clientId);
    assert.deepEqual(caller?.scopes, ['query-control']);
  });

  it('takes a token request as a JSON object too', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const code = (await allow(cloud, toLoginUrl(cloud, app))).searchParams.get('code')!;
    const ask = (body: string) =>
      askToken(cloud, {}, { body, headers: { 'content-type': 'application/json' } });
    const request = { client_id: app.clientId, grant_type: 'authorization_code', code };
    for (const body of ['{', '[]', '"code"', 'null', JSON.stringify({ ...request, code: [code] })])
      assert.equal((await ask(body)).status, 400, body);
    assert.equal((await ask(JSON.stringify({ ...request, client_secret: null }))).status, 200);
  });

  it('says in the words of OAuth when a body cannot be read (RFC 6749, 5.2)', async () => {
    await using cloud = await startTestCloud(engine);
    const send = async (body: string, type: string) => {
      const init = { method: 'POST', body, headers: { 'content-type': type } };
      const answer = await fetch(`${cloud.url}/token`, init);
      return [answer.status, await answer.json()];
    };
    const refused = (error_description: string) => ({ error: 'invalid_request', error_description });
    const unreadable = refused('the body is no form and no JSON object of strings');
    for (const body of [
      '',
      '{',
      '[]',
      '"x"',
      'null',
      '{"code": ["x"]}',
      '{"code": {"a": 1}}',
      '{"code": true}',
    ])
      assert.deepEqual(await send(body, 'application/json'), [400, unreadable], body);
    assert.deepEqual(await send('{"code": "\\u0000"}', 'application/json'), [400, unreadable]);
    assert.deepEqual(await send('code=%00', 'application/x-www-form-urlencoded'), [400, unreadable]);
    const large = `code=${'x'.repeat(65_536)}`;
    const tooLarge = refused('the body is too large');
    assert.deepEqual(await send(large, 'application/x-www-form-urlencoded'), [413, tooLarge]);
    const neither = refused('the body is neither a form nor JSON');
    assert.deepEqual(await send('code=x', 'text/plain'), [415, neither]);
  });

  it('sends a redirect URI only where it is the registered one, or none was named', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const url = new URL(toLoginUrl(cloud, app));
    url.searchParams.delete('redirect_uri');
    const left = await allow(cloud, url.href);
    assert.equal(left.searchParams.get('tenant'), '7');
    const exchange = { client_id: app.clientId, grant_type: 'authorization_code' };
    const code = left.searchParams.get('code')!;
    const other = await askToken(cloud, { ...exchange, code, redirect_uri: 'https://app.example.org/' });
    assert.equal(other.body.error, 'invalid_grant');
    const same = await askToken(cloud, { ...exchange, code, redirect_uri: app.redirectUri });
    assert.equal(same.status, 200);
  });

  it('wants the secret of a confidential app, in the header or in the body, and of no other', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app, secret } = await createApp(cloud, { confidential: true });
    const exchange = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
      const code = (await allow(cloud, toLoginUrl(cloud, app))).searchParams.get('code')!;
      const whole = { grant_type: 'authorization_code', code, ...form };
      return askToken(cloud, whole, { body: new URLSearchParams(whole), headers });
    };
    const basic = (value: string) => ({ authorization: `Basic ${btoa(`${app.clientId}:${value}`)}` });
    const client_id = app.clientId;
    assert.equal((await exchange({ client_id })).status, 401);
    assert.equal((await exchange({ client_id, client_secret: 'no' })).status, 401);
    assert.equal((await exchange({ client_id, client_secret: app.secretHash! })).status, 401);
    assert.equal((await exchange({}, basic(app.secretHash!))).status, 401);
    assert.equal((await exchange({ client_id, client_secret: secret! })).status, 200);
    assert.equal((await exchange({}, basic(secret!))).status, 200);
    const { app: open } = await createApp(cloud);
    const code = (await allow(cloud, toLoginUrl(cloud, open))).searchParams.get('code')!;
    const form = { grant_type: 'authorization_code', code, client_id: open.clientId, client_secret: 'any' };
    assert.equal((await askToken(cloud, form)).status, 401);
  });

  it('keeps a person signed in for the next app, but asks for every consent', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const [one, two] = [await createApp(cloud), await createApp(cloud, { name: 'Morning Blinds' })];
    const browser = createBrowser(cloud.url);
    await allow(cloud, toLoginUrl(cloud, one.app), browser);
    const next = await browser.go(toLoginUrl(cloud, two.app));
    assert.match(
      next.html,
      /<h1>Morning Blinds would like to see and control the climate of your homes<\/h1>/,
    );
    assert.match(next.html, /Signed in as <span class="who">Anna@Example.org<\/span>/);
    const again = await browser.go(toLoginUrl(cloud, one.app));
    assert.match(again.html, /<h1>Evening Lights would like/);
    const silent = await browser.go(toLoginUrl(cloud, one.app, { prompt: 'none' }));
    assert.equal(silent.left?.searchParams.get('error'), 'consent_required');
    const login = await browser.go(toLoginUrl(cloud, one.app, { prompt: 'login' }));
    assert.match(login.html, /<h1>Sign in<\/h1>/);
    const after = await signInOn(browser, login);
    assert.match(after.html, /<h1>Evening Lights would like/);
  });

  it('tells the app when the owner refuses or goes back, and gives nothing', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const login = await browser.go(toLoginUrl(cloud, app));
    const action = /action="([^"]*\/cancel)"/.exec(login.html)![1]!;
    const back = await browser.send(login, { action });
    assert.equal(back.left?.searchParams.get('error'), 'access_denied');
    assert.equal(back.left?.searchParams.get('state'), 'state-1');
    const refused = await answerOn(
      browser,
      await signInOn(browser, await browser.go(toLoginUrl(cloud, app))),
      'refuse',
    );
    assert.equal(refused.left?.searchParams.get('error'), 'access_denied');
    assert.equal(refused.left?.searchParams.has('code'), false);
    assert.equal(refused.left?.searchParams.get('iss'), cloud.url);
  });

  it('lets somebody without an account make one on the way', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const login = await browser.go(toLoginUrl(cloud, app));
    const signUpPage = await browser.go(/href="([^"]*\/sign-up)"/.exec(login.html)![1]!);
    const action = new URL(signUpPage.url).pathname;
    const short = await browser.send(signUpPage, {
      action,
      fields: { email: owner.email, password: 'short' },
    });
    assert.equal(short.status, 400);
    assert.match(short.html, /role="alert"[^>]*>A password has at least 10 characters/);
    assert.match(short.html, /value="Anna@Example.org"/);
    const consent = await browser.send(short, { action, fields: owner });
    const end = await answerOn(browser, consent, 'allow');
    assert.equal(end.left?.searchParams.has('code'), true);
  });

  it('shows a wrong password at the form, and goes on with the right one', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const login = await browser.go(toLoginUrl(cloud, app));
    const wrong = await signInOn(browser, login, { ...owner, password: 'a loud house' });
    assert.equal(wrong.status, 401);
    assert.match(wrong.html, /The e-mail address or the password is wrong\./);
    assert.equal(wrong.html.includes('a loud house'), false);
    assert.match((await signInOn(browser, wrong)).html, /would like to/);
  });

  it('lets a person go on with another account', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const bela = { email: 'bela@example.org', password: 'the flat above the bakery' };
    const { account } = await signUp(cloud, bela);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const consent = await signInOn(browser, await browser.go(toLoginUrl(cloud, app)));
    const action = /action="([^"]*\/switch)"/.exec(consent.html)![1]!;
    const login = await browser.send(consent, { action });
    assert.match(login.html, /<h1>Sign in<\/h1>/);
    const end = await answerOn(browser, await signInOn(browser, login, bela), 'allow');
    const code = end.left!.searchParams.get('code')!;
    assert.equal(end.left!.searchParams.get('state'), 'state-1');
    const form = { client_id: app.clientId, grant_type: 'authorization_code', code };
    const { body } = await askToken(cloud, form);
    const caller = await cloud.identity.authorization.tokens.identify(String(body.access_token));
    assert.equal(caller?.accountId, account.id);
  });

  it('asks again when somebody else signed in meanwhile in this browser', async () => {
    await using cloud = await startTestCloud(engine);
    await signUp(cloud);
    const bela = { email: 'bela@example.org', password: 'the flat above the bakery' };
    await signUp(cloud, bela);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    const consent = await signInOn(browser, await browser.go(toLoginUrl(cloud, app)));
    await browser.fetch(`${cloud.url}/account/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bela),
    });
    const next = await answerOn(browser, consent, 'allow');
    assert.equal(next.left, undefined);
    assert.match(next.html, /Signed in as <span class="who">bela@example.org<\/span>/);
    const login = await browser.go(toLoginUrl(cloud, app, { prompt: 'login' }));
    const back = await signInOn(browser, login);
    assert.match(back.html, /Signed in as <span class="who">Anna@Example.org<\/span>/);
    assert.equal((await answerOn(browser, back, 'allow')).left?.searchParams.has('code'), true);
  });

  it('wants the scope of document 5.1', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    for (const scope of ['everything', 'pair-bridge', '']) {
      const { left } = await browser.go(toLoginUrl(cloud, app, { scope }));
      assert.equal(left?.searchParams.get('error'), 'invalid_scope', scope);
    }
  });

  it('gives nothing by any other way than a code', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    for (const type of ['token', 'id_token', 'code token', 'none']) {
      const { left } = await browser.go(toLoginUrl(cloud, app, { response_type: type }));
      assert.match(left?.href ?? '', /[?#&]error=(unsupported_response_type|invalid_request)&/, type);
    }
    for (const mode of ['fragment', 'form_post']) {
      const { left } = await browser.go(toLoginUrl(cloud, app, { response_mode: mode }));
      assert.equal(left?.searchParams.get('error'), 'unsupported_response_mode', mode);
    }
    for (const type of ['client_credentials', 'password', 'implicit']) {
      const { body } = await askToken(cloud, { client_id: app.clientId, grant_type: type });
      assert.equal(body.error, 'unsupported_grant_type', type);
    }
  });

  it('publishes what it is (RFC 8414), and only what it does', async () => {
    await using cloud = await startTestCloud(engine);
    const metadata = await fetch(`${cloud.url}/.well-known/oauth-authorization-server`);
    const { url } = cloud;
    assert.deepEqual(await metadata.json(), {
      issuer: url,
      authorization_endpoint: `${url}/login`,
      token_endpoint: `${url}/token`,
      revocation_endpoint: `${url}/revoke`,
      introspection_endpoint: `${url}/introspect`,
      device_authorization_endpoint: `${url}/device/authorization`,
      scopes_supported: ['query-control', 'pair-bridge', 'pair-bridges'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
    for (const path of ['/jwks', '/me', '/reg', '/session/end', '/.well-known/openid-configuration'])
      assert.equal((await fetch(`${url}${path}`)).status, 404, path);
  });

  it('names its public address whatever the Host of a request says', async () => {
    await using cloud = await startTestCloud(engine);
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const answer = await fetch(`${cloud.url}/.well-known/oauth-authorization-server`, { headers });
    const { token_endpoint } = (await answer.json()) as { token_endpoint: string };
    assert.equal(token_endpoint, `${cloud.url}/token`);
  });

  it('revokes what an app gives back, and all that came of the same consent (RFC 7009)', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app } = await createApp(cloud);
    const { tokens, links } = cloud.identity.authorization;
    const revoke = async (token: string, clientId = app.clientId) => {
      const body = new URLSearchParams({ token, client_id: clientId });
      return (await fetch(`${cloud.url}/revoke`, { method: 'POST', body })).status;
    };
    const heard: string[] = [];
    using _ = { [Symbol.dispose]: tokens.onRevoked(() => heard.push('revoked')) };
    for (const which of ['refresh', 'access'] as const) {
      const given = await obtainTokens(cloud, app);
      assert.deepEqual(await links.listAccounts(app.clientId), [account.id]);
      assert.equal(await revoke(given[which]), 200);
      assert.equal(await tokens.identify(given.access), undefined);
      assert.equal((await refresh(cloud, app, given.refresh)).body.error, 'invalid_grant');
      assert.deepEqual(await links.listAccounts(app.clientId), []);
    }
    assert.ok(heard.length >= 2);
    assert.equal(await revoke('unknown'), 200);
    const given = await obtainTokens(cloud, app);
    const { app: other } = await createApp(cloud);
    await revoke(given.refresh, other.clientId);
    assert.notEqual(await tokens.identify(given.access), undefined);
  });

  it('tells an app about its own tokens, and nobody else’s (RFC 7662)', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app, secret } = await createApp(cloud, { confidential: true });
    const code = (await allow(cloud, toLoginUrl(cloud, app))).searchParams.get('code')!;
    const client = { client_id: app.clientId, client_secret: secret! };
    const { body: given } = await askToken(cloud, { ...client, grant_type: 'authorization_code', code });
    const introspect = async (form: Record<string, string>) => {
      const body = new URLSearchParams(form);
      const answer = await fetch(`${cloud.url}/introspect`, { method: 'POST', body });
      return (await answer.json()) as Record<string, unknown>;
    };
    const token = String(given.access_token);
    const { active, sub, client_id, scope } = await introspect({ ...client, token });
    assert.deepEqual(
      { active, sub, client_id, scope },
      { active: true, sub: account.id, client_id: app.clientId, scope: 'query-control' },
    );
    const other = await createApp(cloud, { confidential: true });
    const others = { client_id: other.app.clientId, client_secret: other.secret! };
    assert.deepEqual(await introspect({ ...others, token }), { active: false });
    assert.deepEqual(await introspect({ ...client, token: 'unknown' }), { active: false });
    assert.equal((await introspect({ client_id: app.clientId, token })).error, 'invalid_client');
  });

  it('lets the owner take an app’s access back', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app } = await createApp(cloud);
    const { links, tokens } = cloud.identity.authorization;
    const told: object[] = [];
    links.onUnlink(async (_, link) => void told.push(link));
    const [one, two] = [await obtainTokens(cloud, app), await obtainTokens(cloud, app)];
    const link = { accountId: account.id, clientId: app.clientId };
    assert.deepEqual(await links.listApps(account.id), [{ ...link, name: 'Evening Lights' }]);
    assert.equal(await links.unlink(link), true);
    assert.deepEqual(told, [link, link]);
    const acts = (await cloud.identity.accounts.audit.read(account.id, 3)).map(({ act }) => act);
    assert.deepEqual(new Set(acts), new Set(['app-unlinked', 'app-allowed']));
    for (const { access } of [one, two]) assert.equal(await tokens.identify(access), undefined);
    assert.deepEqual(await links.listApps(account.id), []);
    assert.equal(await links.unlink(link), false);
  });

  it('ends everything an account allowed, and its own apps, with the account', async () => {
    await using cloud = await startTestCloud(engine);
    const session = await signUp(cloud);
    const { app } = await createApp(cloud);
    const own = await cloud.identity.authorization.apps.create({
      ownerAccountId: session.account.id,
      name: 'Own',
      redirectUri: app.redirectUri,
      confidential: false,
      pkceRequired: false,
    });
    const bela = { email: 'bela@example.org', password: 'the flat above the bakery' };
    await signUp(cloud, bela);
    const given = await obtainTokens(cloud, app);
    const browser = createBrowser(cloud.url);
    const login = await browser.go(toLoginUrl(cloud, own.app));
    await answerOn(browser, await signInOn(browser, login, bela), 'allow');
    await cloud.identity.accounts.remove(session, owner.password, '192.0.2.1');
    const { tokens, apps } = cloud.identity.authorization;
    assert.equal(await tokens.identify(given.access), undefined);
    assert.equal((await refresh(cloud, app, given.refresh)).body.error, 'invalid_grant');
    assert.equal(await apps.find(own.app.clientId), undefined);
    const items = () => cloud.store.db.selectFrom('authorization_item').select('kind');
    const others = await items().where('kind', 'not in', ['Session', 'Interaction']).execute();
    assert.deepEqual(others, []);
    assert.deepEqual(await items().where('account_id', '=', session.account.id).execute(), []);
  });

  for (const [what, act] of [
    ['is deleted', (accounts, session) => accounts.remove(session, owner.password, '192.0.2.1')],
    [
      'gets another password',
      (accounts, session) =>
        accounts.changePassword(
          session,
          { present: owner.password, next: 'another house, another sea' },
          '192.0.2.1',
        ),
    ],
  ] as readonly [string, (accounts: Accounts, session: Session) => Promise<{ ok: boolean }>][])
    it(`leaves an app nothing when the account ${what} while the app refreshes`, async () => {
      await using cloud = await startTestCloud(engine);
      const session = await signUp(cloud);
      const { app } = await createApp(cloud);
      const given = await Promise.all([1, 2, 3].map(() => obtainTokens(cloud, app)));
      const seen = given.map(({ access }) => access);
      let isOver = false;
      const ended = act(cloud.identity.accounts, session).finally(() => {
        isOver = true;
      });
      const chains = given.map(async (tokens) => {
        let token = tokens.refresh;
        for (;;) {
          const wasOver = isOver;
          const { status, body } = await refresh(cloud, app, token);
          if (status !== 200) return assert.equal(body.error, 'invalid_grant');
          assert.equal(wasOver, false, 'nothing is given after it');
          token = String(body.refresh_token);
          seen.push(String(body.access_token));
        }
      });
      await Promise.all(chains);
      assert.equal((await ended).ok, true);
      const { tokens } = cloud.identity.authorization;
      for (const token of seen) assert.equal(await tokens.identify(token), undefined);
      const kept = await cloud.store.db
        .selectFrom('authorization_item')
        .select('kind')
        .where('account_id', '=', session.account.id)
        .execute();
      assert.deepEqual(kept, []);
    });

  it('lets an app be revoked from all sides at once, while it refreshes', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app } = await createApp(cloud);
    const { links, tokens } = cloud.identity.authorization;
    for (let round = 0; round < 5; round++) {
      const given = await obtainTokens(cloud, app);
      const give = (token: string) =>
        fetch(`${cloud.url}/revoke`, {
          method: 'POST',
          body: new URLSearchParams({ token, client_id: app.clientId }),
        });
      const [refreshed, ...revoked] = await Promise.all([
        refresh(cloud, app, given.refresh),
        give(given.access),
        give(given.refresh),
        give(given.access),
        links.unlink({ accountId: account.id, clientId: app.clientId }),
      ]);
      assert.ok([200, 400].includes(refreshed.status), `${refreshed.status}`);
      for (const answer of revoked) if (typeof answer === 'object') assert.equal(answer.status, 200);
      assert.equal(await tokens.identify(given.access), undefined);
      assert.equal(await tokens.identify(String(refreshed.body.access_token)), undefined);
      assert.deepEqual(await links.listApps(account.id), []);
    }
  });
});

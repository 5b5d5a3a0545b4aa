import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createBrowser } from '@plenum/testbed/form-browser';
import {
  allow,
  answerOn,
  askToken,
  changeRedirectUri,
  codeForm,
  createApp,
  obtainCode,
  obtainTokens,
  refresh,
  signInOn,
  signUp,
  startCloudWithApp,
  startTestCloud,
  toLoginUrl,
} from '../../fixture/identity.fixture.ts';
import { onSqliteFirst } from '../../fixture/with-store.fixture.ts';

onSqliteFirst('the authorization server', (engine) => {
  it('issues a code for a consent and tokens for the code, as defined in interface 5', async () => {
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

  it('accepts a token request as a JSON object', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const code = await obtainCode(cloud, app);
    const ask = (body: string) =>
      askToken(cloud, {}, { body, headers: { 'content-type': 'application/json' } });
    const request = codeForm(app, code);
    for (const body of ['{', '[]', '"code"', 'null', JSON.stringify({ ...request, code: [code] })])
      assert.equal((await ask(body)).status, 400, body);
    assert.equal((await ask(JSON.stringify({ ...request, client_secret: null }))).status, 200);
  });

  it('responds to an unreadable token request with an OAuth error (RFC 6749, 5.2)', async () => {
    await using cloud = await startTestCloud(engine);
    const send = async (body: string, type: string) => {
      const init = { method: 'POST', body, headers: { 'content-type': type } };
      const answer = await fetch(`${cloud.url}/token`, init);
      return [answer.status, await answer.json()];
    };
    const refused = (error_description: string) => ({ error: 'invalid_request', error_description });
    const unreadable = refused('the body is neither a form nor a JSON object of strings');
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
    const nul = refused('The request has a NUL character in a string.');
    assert.deepEqual(await send('{"code": "\\u0000"}', 'application/json'), [400, nul]);
    assert.deepEqual(await send('code=%00', 'application/x-www-form-urlencoded'), [400, nul]);
    const large = `code=${'x'.repeat(65_536)}`;
    const tooLarge = refused('the body is too large');
    assert.deepEqual(await send(large, 'application/x-www-form-urlencoded'), [413, tooLarge]);
    const neither = refused('the body is neither a form nor JSON');
    assert.deepEqual(await send('code=x', 'text/plain'), [415, neither]);
  });

  it('redirects only to the registered redirect URI, which is also the default', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const url = new URL(toLoginUrl(cloud, app));
    url.searchParams.delete('redirect_uri');
    const left = await allow(cloud, url.href);
    assert.equal(left.searchParams.get('tenant'), '7');
    const exchange = { client_id: app.clientId, grant_type: 'authorization_code' };
    const code = left.searchParams.get('code')!;
    const other = await askToken(cloud, { ...exchange, code, redirect_uri: 'https://app.example.org/' });
    assert.equal(other.body.error, 'invalid_grant');
    const same = await askToken(cloud, { ...exchange, code, redirect_uri: app.redirectUris[0]! });
    assert.equal(same.status, 200);
  });

  it('requires an exact redirect URI at /login and /token if an app has several', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const [first] = app.redirectUris;
    const added = ['http://127.0.0.1:4567/callback', 'com.example.app:/oauth', 'https://localhost/callback'];
    let several = app;
    for (const uri of added) several = await changeRedirectUri(cloud, 'addRedirectUri', app, uri);
    const login = (redirect_uri: string | undefined) => {
      const url = new URL(toLoginUrl(cloud, app, redirect_uri === undefined ? {} : { redirect_uri }));
      if (redirect_uri === undefined) url.searchParams.delete('redirect_uri');
      return url.href;
    };
    const browser = createBrowser(cloud.url);
    const unnamed = await browser.go(login(undefined));
    assert.deepEqual([unnamed.status, unnamed.left], [400, undefined]);
    assert.match(unnamed.html, /the app has 4 redirect URIs, so the request has to name one of them/);
    for (const wrong of [
      'http://127.0.0.1:4568/callback',
      'com.example.app:/oauth2',
      `${first} ${added[0]}`,
    ]) {
      const page = await browser.go(login(wrong));
      assert.deepEqual([page.status, page.left], [400, undefined], wrong);
      assert.doesNotMatch(page.html, /the app has 4 redirect URIs/);
    }

    for (const uri of several.redirectUris) {
      const left = await allow(cloud, login(uri));
      assert.ok(left.href.startsWith(uri), left.href);
      const form = codeForm(app, left.searchParams.get('code')!);
      assert.equal((await askToken(cloud, form)).body.error, 'invalid_request', uri);
      const other = several.redirectUris.find((each) => each !== uri)!;
      assert.equal(
        (await askToken(cloud, { ...form, redirect_uri: other })).body.error,
        'invalid_grant',
        uri,
      );
      assert.equal((await askToken(cloud, { ...form, redirect_uri: uri })).status, 200, uri);
    }

    for (const uri of added) await changeRedirectUri(cloud, 'removeRedirectUri', app, uri);
    const left = await allow(cloud, login(undefined));
    assert.equal((await askToken(cloud, codeForm(app, left.searchParams.get('code')!))).status, 200);
  });

  it('stops redirecting to a redirect URI when it is removed; tokens stay valid', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const { access, refresh: refreshToken } = await obtainTokens(cloud, app);
    const [removed] = app.redirectUris;
    await changeRedirectUri(cloud, 'addRedirectUri', app, 'https://app.example.org/next');

    const code = await obtainCode(cloud, app);
    const browser = createBrowser(cloud.url);
    const consent = await signInOn(browser, await browser.go(toLoginUrl(cloud, app)));
    await changeRedirectUri(cloud, 'removeRedirectUri', app, removed!);

    const end = await answerOn(browser, consent, 'allow');
    assert.deepEqual([end.status, end.left], [400, undefined]);
    const exchanged = await askToken(cloud, codeForm(app, code, { redirect_uri: removed! }));
    assert.equal(exchanged.body.error, 'invalid_grant');
    const { identify } = cloud.identity.authorization.tokens;
    assert.equal((await identify(access))?.clientId, app.clientId);
    assert.equal((await refresh(cloud, app, refreshToken)).status, 200);
  });

  it('requires a secret from confidential apps, in header or body, and from no others', async () => {
    await using cloud = await startCloudWithApp(engine, { confidential: true });
    const { app, secret } = cloud;
    const exchange = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
      const code = await obtainCode(cloud, app);
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
    const code = await obtainCode(cloud, open);
    const form = { grant_type: 'authorization_code', code, client_id: open.clientId, client_secret: 'any' };
    assert.equal((await askToken(cloud, form)).status, 401);
  });

  it('requires the scopes of interface 5.1 at /login', async () => {
    await using cloud = await startTestCloud(engine);
    const { app } = await createApp(cloud);
    const browser = createBrowser(cloud.url);
    for (const scope of ['everything', 'pair-bridge', 'history', '']) {
      const { left } = await browser.go(toLoginUrl(cloud, app, { scope }));
      assert.equal(left?.searchParams.get('error'), 'invalid_scope', scope);
      // This scope is valid only together with `query-control`.
      if (scope === 'history')
        assert.equal(left?.searchParams.get('error_description'), 'scope must include query-control');
    }
  });

  it('grants the scope history only if the consent included it', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const earlier = await obtainTokens(cloud, app);
    const browser = createBrowser(cloud.url);
    const url = toLoginUrl(cloud, app, { scope: 'query-control history' });
    const consent = await signInOn(browser, await browser.go(url));
    for (const words of ['see and control the climate', 'read the history and energy of your homes'])
      assert.ok(consent.html.includes(words), words);
    for (const once of ['see your password or change your account', 'It keeps this access until'])
      assert.equal(consent.html.split(once).length, 2, `${once}: occurs once`);
    const left = (await answerOn(browser, consent, 'allow')).left!;
    const given = await askToken(cloud, codeForm(app, left.searchParams.get('code')!));
    assert.equal(given.body.scope, 'query-control history');
    const { tokens } = cloud.identity.authorization;
    const caller = await tokens.identify(String(given.body.access_token));
    assert.deepEqual(caller?.scopes, ['query-control', 'history']);
    assert.equal((await refresh(cloud, app, earlier.refresh)).body.scope, 'query-control');
    const later = await obtainTokens(cloud, app);
    const wider = await refresh(cloud, app, later.refresh, { scope: 'query-control history' });
    assert.equal(wider.body.error, 'invalid_scope');
  });

  it('issues tokens for a code and for no other grant type', async () => {
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
    for (const type of ['password', 'implicit']) {
      const { body } = await askToken(cloud, { client_id: app.clientId, grant_type: type });
      assert.equal(body.error, 'unsupported_grant_type', type);
    }
  });

  it('publishes its metadata (RFC 8414) and lists only supported features', async () => {
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
      scopes_supported: [
        'query-control',
        'history',
        'lighting',
        'garage',
        'pair-bridge',
        'pair-bridges',
        'listen',
        'deliveries',
      ],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'client_credentials',
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

  it('uses its public URL for links, regardless of the Host header', async () => {
    await using cloud = await startTestCloud(engine);
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const answer = await fetch(`${cloud.url}/.well-known/oauth-authorization-server`, { headers });
    const { token_endpoint } = (await answer.json()) as { token_endpoint: string };
    assert.equal(token_endpoint, `${cloud.url}/token`);
  });

  it('introspects only tokens of the requesting app (RFC 7662)', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app, secret } = await createApp(cloud, { confidential: true });
    const code = await obtainCode(cloud, app);
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
});

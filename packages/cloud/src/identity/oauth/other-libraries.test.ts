import assert from 'node:assert/strict';
import { it } from 'node:test';
import { generateCodeVerifier, OAuth2Client, OAuth2HttpError } from '@badgateway/oauth2-client';
import { allow, createApp, signUp, startTestCloud, type TestCloud } from '../../fixture/identity.fixture.ts';
import { onEachStore } from '../../fixture/with-store.fixture.ts';

const refused = (error: unknown) => {
  assert.ok(error instanceof OAuth2HttpError, String(error));
  assert.deepEqual([error.oauth2Code, error.httpCode], ['invalid_grant', 400]);
  return true;
};

/** Completes the flow of an app with this client, which discovers every endpoint (RFC 8414). */
const goTheWholeWay = async (cloud: TestCloud, client: OAuth2Client, redirectUri: string) => {
  const codeVerifier = await generateCodeVerifier();
  const asked = { redirectUri, state: 'state-1', codeVerifier };
  const url = await client.authorizationCode.getAuthorizeUri({ ...asked, scope: ['query-control'] });
  const left = await allow(cloud, url);
  await assert.rejects(
    client.authorizationCode.getTokenFromCodeRedirect(left, { ...asked, state: 'another state' }),
    /state/,
  );
  const before = Date.now();
  const given = await client.authorizationCode.getTokenFromCodeRedirect(left, asked);
  assert.deepEqual(given.scope, ['query-control']);
  assert.ok(given.expiresAt! >= before + 3_590_000 && given.expiresAt! <= Date.now() + 3_600_000);
  const next = await client.refreshToken(given);
  assert.notEqual(next.accessToken, given.accessToken);
  assert.notEqual(next.refreshToken, given.refreshToken);
  const { identify } = cloud.identity.authorization.tokens;
  const caller = await identify(next.accessToken);
  await client.revoke(next, 'refresh_token');
  assert.equal(await identify(next.accessToken), undefined);
  await assert.rejects(client.refreshToken(next), refused);
  return { caller, left, asked };
};

// Unlike oauth4webapi and openid-client, this library is not by the authors of oidc-provider.
onEachStore('the OAuth client library of badgateway', (engine) => {
  for (const authenticationMethod of [
    'client_secret_basic',
    'client_secret_basic_interop',
    'client_secret_post',
  ] as const)
    it(`completes the flow of an app with a secret by ${authenticationMethod} with the library of badgateway`, async () => {
      await using cloud = await startTestCloud(engine);
      const { account } = await signUp(cloud);
      const { app, secret } = await createApp(cloud, { confidential: true, pkceRequired: true });
      const settings = { server: cloud.url, clientId: app.clientId, authenticationMethod };
      const client = new OAuth2Client({ ...settings, clientSecret: secret! });
      const { caller } = await goTheWholeWay(cloud, client, app.redirectUris[0]!);
      assert.equal(caller?.accountId, account.id);
      const wrong = new OAuth2Client({ ...settings, clientSecret: 'another secret' });
      await assert.rejects(wrong.refreshToken({ accessToken: '', expiresAt: null, refreshToken: 'x' }), {
        oauth2Code: 'invalid_client',
        httpCode: 401,
      });
    });

  it('completes badgateway’s flow of an app without a secret, and reports a used code', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app } = await createApp(cloud, { pkceRequired: true });
    const client = new OAuth2Client({ server: cloud.url, clientId: app.clientId });
    const { caller, left, asked } = await goTheWholeWay(cloud, client, app.redirectUris[0]!);
    assert.equal(caller?.accountId, account.id);
    await assert.rejects(client.authorizationCode.getTokenFromCodeRedirect(left, asked), refused);
  });

  it('introspects a token of the same app with the badgateway library', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app, secret } = await createApp(cloud, { confidential: true });
    const client = new OAuth2Client({ server: cloud.url, clientId: app.clientId, clientSecret: secret! });
    const asked = { redirectUri: app.redirectUris[0]!, state: 'state-1' };
    const left = await allow(
      cloud,
      await client.authorizationCode.getAuthorizeUri({ ...asked, scope: ['query-control'] }),
    );
    const token = await client.authorizationCode.getTokenFromCodeRedirect(left, asked);
    const { active, sub, client_id } = await client.introspect(token);
    assert.deepEqual([active, sub, client_id], [true, account.id, app.clientId]);
  });
});

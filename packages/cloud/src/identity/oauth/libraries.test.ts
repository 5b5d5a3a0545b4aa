import assert from 'node:assert/strict';
import { it } from 'node:test';
import { uplink } from '@plenum/protocol/uplink';
import { createBrowser } from '@plenum/testbed/form-browser';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import {
  allow,
  answerOn,
  changeRedirectUri,
  createApp,
  signInOn,
  signUp,
  startCloudWithApp,
  startTestCloud,
  type TestCloud,
} from '../../fixture/identity.fixture.ts';
import { onEachStore } from '../../fixture/with-store.fixture.ts';

const http = { [oauth.allowInsecureRequests]: true };

const discover = async ({ url }: TestCloud) => {
  const issuer = new URL(url);
  const answer = await oauth.discoveryRequest(issuer, { ...http, algorithm: 'oauth2' });
  return oauth.processDiscoveryResponse(issuer, answer);
};

const discoverWith = ({ url }: TestCloud, clientId: string, auth: openid.ClientAuth) =>
  openid.discovery(new URL(url), clientId, undefined, auth, {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  });

onEachStore('client libraries', (engine) => {
  it('completes PKCE, state, iss, code, refresh, introspection and revocation with oauth4webapi', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const { app, secret } = await createApp(cloud, { confidential: true, pkceRequired: true });
    const as = await discover(cloud);
    const client: oauth.Client = { client_id: app.clientId };
    for (const auth of [oauth.ClientSecretBasic(secret!), oauth.ClientSecretPost(secret!)]) {
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const url = new URL(as.authorization_endpoint!);
      url.search = new URLSearchParams({
        client_id: app.clientId,
        redirect_uri: app.redirectUris[0]!,
        response_type: 'code',
        scope: 'query-control',
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      }).toString();
      const left = await allow(cloud, url.href);
      assert.throws(() => oauth.validateAuthResponse(as, client, left, 'another state'));
      const params = oauth.validateAuthResponse(as, client, left, state);
      const exchanged = await oauth.authorizationCodeGrantRequest(
        as,
        client,
        auth,
        params,
        app.redirectUris[0]!,
        verifier,
        http,
      );
      const given = await oauth.processAuthorizationCodeResponse(as, client, exchanged);
      assert.equal(given.token_type, 'bearer');
      assert.equal(given.expires_in, 3600);
      const refreshed = await oauth.refreshTokenGrantRequest(as, client, auth, given.refresh_token!, http);
      const next = await oauth.processRefreshTokenResponse(as, client, refreshed);
      const introspect = async (token: string) =>
        oauth.processIntrospectionResponse(
          as,
          client,
          await oauth.introspectionRequest(as, client, auth, token, http),
        );
      const { active, sub, iss } = await introspect(next.access_token);
      assert.deepEqual({ active, sub, iss }, { active: true, sub: account.id, iss: cloud.url });
      const revoked = await oauth.revocationRequest(as, client, auth, next.refresh_token!, http);
      assert.equal(await oauth.processRevocationResponse(revoked), undefined);
      assert.deepEqual(await introspect(next.access_token), { active: false });
    }
  });

  it('refuses with errors that oauth4webapi can parse', async () => {
    await using cloud = await startCloudWithApp(engine);
    const { app } = cloud;
    const as = await discover(cloud);
    const client: oauth.Client = { client_id: app.clientId };
    const answer = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), 'unknown', http);
    await assert.rejects(oauth.processRefreshTokenResponse(as, client, answer), (error) => {
      assert.ok(error instanceof oauth.ResponseBodyError);
      assert.equal(error.error, 'invalid_grant');
      assert.equal(error.status, 400);
      return true;
    });
  });

  it('completes the flow of a public app with openid-client', async () => {
    await using cloud = await startCloudWithApp(engine, {
      pkceRequired: true,
      redirectUri: 'https://app.example.org/callback',
    });
    const { app } = cloud;
    const config = await discoverWith(cloud, app.clientId, openid.None());
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const expectedState = openid.randomState();
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: app.redirectUris[0]!,
      scope: 'query-control',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
    });
    const left = await allow(cloud, url.href);
    await assert.rejects(
      openid.authorizationCodeGrant(config, left, { pkceCodeVerifier, expectedState: 'another state' }),
    );
    const given = await openid.authorizationCodeGrant(config, left, { pkceCodeVerifier, expectedState });
    assert.equal(given.scope, 'query-control');
    assert.equal(given.expires_in, 3600);
    const next = await openid.refreshTokenGrant(config, given.refresh_token!);
    await openid.tokenRevocation(config, next.refresh_token!);
    await assert.rejects(openid.refreshTokenGrant(config, next.refresh_token!), (error) => {
      assert.ok(error instanceof openid.ResponseBodyError);
      assert.equal(error.error, 'invalid_grant');
      return true;
    });
  });

  it('completes the flow with openid-client for each of two redirect URIs', async () => {
    await using cloud = await startCloudWithApp(engine, {
      pkceRequired: true,
      redirectUri: 'https://app.example.org/callback',
    });
    const { app } = cloud;
    const both = await changeRedirectUri(cloud, 'addRedirectUri', app, 'http://127.0.0.1:4567/callback');
    const config = await discoverWith(cloud, app.clientId, openid.None());
    for (const redirect_uri of both.redirectUris) {
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri,
        scope: 'query-control',
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      });
      const left = await allow(cloud, url.href);
      assert.equal(left.origin, new URL(redirect_uri).origin);
      const given = await openid.authorizationCodeGrant(config, left, { pkceCodeVerifier });
      const next = await openid.refreshTokenGrant(config, given.refresh_token!);
      assert.equal(next.scope, 'query-control');
    }
  });

  it('pairs a bridge by device grant with openid-client', async () => {
    await using cloud = await startTestCloud(engine);
    const { account } = await signUp(cloud);
    const config = await discoverWith(cloud, uplink.clientId, openid.None());
    const begun = await openid.initiateDeviceAuthorization(config, { scope: uplink.scope });
    const browser = createBrowser(cloud.url);
    const entry = await browser.go(begun.verification_uri_complete!);
    const shown = await browser.send(entry, { action: '/device', fields: { user_code: begun.user_code } });
    const login = await browser.send(shown, { action: '/device', fields: { confirm: 'yes' } });
    await answerOn(browser, await signInOn(browser, login), 'allow');
    const given = await openid.pollDeviceAuthorizationGrant(config, { ...begun, interval: 0 });
    const caller = await cloud.identity.authorization.tokens.identify(given.access_token);
    assert.equal(caller?.accountId, account.id);
  });
});

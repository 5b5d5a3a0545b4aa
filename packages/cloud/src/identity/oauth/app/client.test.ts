import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appScopes } from '@plenum/protocol/cloud';
import type { App } from '../shape.ts';
import {
  bridgeClient,
  isOriginOf,
  pkceMember,
  toClientMetadata,
  toRegisteredClientMetadata,
} from './client.ts';

const app: App = {
  clientId: 'lights',
  ownerAccountId: 'dev',
  name: 'Lights',
  redirectUris: ['https://app.example.org/callback'],
  confidential: true,
  pkceRequired: false,
  liveClientId: undefined,
  secretHash: 'hash',
  createdAt: 0,
};

/** Metadata shared by all apps: the code flow, and all scopes to choose from. */
const common = {
  response_types: ['code'],
  response_modes: ['query'],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: Object.keys(appScopes).join(' '),
};

describe('the OAuth client metadata of an app', () => {
  it('authenticates an app with its secret if it has one, and lets it get a token for itself', () => {
    assert.deepEqual(toClientMetadata(app), {
      ...common,
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      scope: [...Object.keys(appScopes), 'deliveries'].join(' '),
      client_id: 'lights',
      client_name: 'Lights',
      redirect_uris: ['https://app.example.org/callback'],
      application_type: 'web',
      [pkceMember]: false,
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: 'hash',
    });
  });

  it('gives a public app no secret', () => {
    const { client_secret, ...metadata } = toClientMetadata({
      ...app,
      pkceRequired: true,
      secretHash: undefined,
    });
    assert.equal(client_secret, undefined);
    assert.deepEqual([metadata.token_endpoint_auth_method, metadata[pkceMember]], ['none', true]);
    assert.deepEqual([metadata.grant_types, metadata.scope], [common.grant_types, common.scope]);
  });

  it('makes an app a web client regardless of its redirect URIs, so that ports are compared', () => {
    const redirectUris = [
      'http://127.0.0.1:4000/callback',
      'org.example.app:/callback',
      'https://a.example/',
    ];
    const { application_type, redirect_uris } = toClientMetadata({ ...app, redirectUris });
    assert.deepEqual([application_type, redirect_uris], ['web', redirectUris]);
  });

  it('gives a self-registered app no secret, requires PKCE, and allows any local port', () => {
    const redirectUris = ['http://127.0.0.1/callback', 'https://app.example.org/'];
    assert.deepEqual(toRegisteredClientMetadata('v1.id', { name: 'Assistant', redirectUris }), {
      ...common,
      client_id: 'v1.id',
      client_name: 'Assistant',
      redirect_uris: redirectUris,
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      [pkceMember]: true,
    });
  });

  it('allows the origins of an app’s redirect URIs', () => {
    const uris = ['https://app.example.org/callback', 'http://127.0.0.1:4000/'];
    assert.equal(isOriginOf(uris, 'https://app.example.org'), true);
    assert.equal(isOriginOf(uris, 'http://127.0.0.1:4000'), true);
    for (const other of ['https://example.org', 'http://app.example.org', 'http://127.0.0.1:4001', 'null'])
      assert.equal(isOriginOf(uris, other), false, other);
    assert.equal(isOriginOf([], 'https://app.example.org'), false);
  });
});

it('allows the client of bridges to use device codes, without redirects or a secret', () => {
  assert.deepEqual(
    [bridgeClient.grant_types, bridgeClient.redirect_uris, bridgeClient.response_types],
    [['urn:ietf:params:oauth:grant-type:device_code'], [], []],
  );
  assert.equal(bridgeClient.token_endpoint_auth_method, 'none');
});

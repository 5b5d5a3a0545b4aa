import { appScopes, listen, ownScopes } from '@plenum/protocol/cloud';
import { uplink } from '@plenum/protocol/uplink';
import type { ClientMetadata } from 'oidc-provider';
import type { App } from '../shape.ts';
import type { RegisteredApp } from './registrations.ts';

/** A custom member of client metadata, which oidc-provider stores with the others. */
export const pkceMember = 'pkce_required';

/** A custom member of client metadata: true for the test keys of an app. */
export const testKeysMember = 'test_keys';

/** The client for pairing bridges (RFC 8628). It is part of the cloud and has no secret. */
export const bridgeClient: ClientMetadata = {
  client_id: uplink.clientId,
  client_name: 'This bridge',
  redirect_uris: [],
  response_types: [],
  grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
  token_endpoint_auth_method: 'none',
  scope: `${uplink.scope} ${uplink.fleetScope}`,
};

/** The client of `plenum listen` (decisions/050). It is part of the cloud and has no secret. */
export const listenClient: ClientMetadata = {
  client_id: listen.clientId,
  client_name: 'plenum listen',
  redirect_uris: [],
  response_types: [],
  grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
  scope: listen.scope,
};

/**
 * True if one of the redirect URIs has this origin. Pages of that origin may call the endpoints for an app without a
 * secret.
 */
export const isOriginOf = (redirectUris: readonly string[], origin: string): boolean =>
  redirectUris.some((uri) => URL.parse(uri)?.origin === origin);

/** The grant with which an app gets a token for itself (RFC 6749, 4.4). Only an app with a secret may use it. */
export const ownGrant = 'client_credentials';

/** Grant types and scopes that every app may use. A request can ask for fewer. */
const ofApps = {
  response_types: ['code'],
  response_modes: ['query'],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: Object.keys(appScopes).join(' '),
} satisfies Partial<ClientMetadata>;

/**
 * Converts an app that registered itself to client metadata. It has no secret, so PKCE is required. As a `native`
 * client it may use any port of the user's machine.
 */
export const toRegisteredClientMetadata = (
  clientId: string,
  { name, redirectUris }: RegisteredApp,
): ClientMetadata => ({
  ...ofApps,
  client_id: clientId,
  client_name: name,
  redirect_uris: [...redirectUris],
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  [pkceMember]: true,
});

/**
 * Converts an app to client metadata of oidc-provider. Its `client_secret` is the hash, and the secret in a request is
 * hashed before the comparison (`ForwardedRequest`). It is a `web` client regardless of its redirect URIs, so that the
 * port of a loopback URI is compared too (interface 5.1).
 */
export const toClientMetadata = (app: App): ClientMetadata => ({
  ...ofApps,
  client_id: app.clientId,
  client_name: app.name,
  redirect_uris: [...app.redirectUris],
  application_type: 'web',
  [pkceMember]: app.pkceRequired,
  ...(app.liveClientId !== undefined && { [testKeysMember]: true }),
  ...(app.secretHash === undefined
    ? { token_endpoint_auth_method: 'none' }
    : {
        grant_types: [...ofApps.grant_types, ownGrant],
        scope: [...Object.keys(appScopes), ...Object.keys(ownScopes)].join(' '),
        token_endpoint_auth_method: 'client_secret_basic',
        client_secret: app.secretHash,
      }),
});

import { appScopes } from '@plenum/protocol/cloud';
import { uplink } from '@plenum/protocol/uplink';
import type { ClientMetadata } from 'oidc-provider';
import type { App } from '../shape.ts';
import type { RegisteredApp } from './registrations.ts';

/** A member of client metadata of our own, which oidc-provider stores with the rest. */
export const pkceMember = 'pkce_required';

/** The client that pairs every bridge (RFC 8628); it is part of the cloud and has no secret. */
export const bridgeClient: ClientMetadata = {
  client_id: uplink.clientId,
  client_name: 'This bridge',
  redirect_uris: [],
  response_types: [],
  grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
  token_endpoint_auth_method: 'none',
  scope: `${uplink.scope} ${uplink.fleetScope}`,
};

/** Whether one of the redirect URIs has this origin; a page of that origin may call the endpoints for an app without a secret. */
export const isOriginOf = (redirectUris: readonly string[], origin: string): boolean =>
  redirectUris.some((uri) => URL.parse(uri)?.origin === origin);

/** What every app may use; it asks for less. */
const ofApps = {
  response_types: ['code'],
  response_modes: ['query'],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: Object.keys(appScopes).join(' '),
} satisfies Partial<ClientMetadata>;

/** An app that registered itself: without a secret, so with PKCE. As a `native` client it may choose its port on this machine. */
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
 * An app as client metadata of oidc-provider. Its `client_secret` is the hash, as is the secret that it is compared with (`ForwardedRequest`). A
 * `web` client, whatever its redirect URIs are, so that the port of a loopback one is compared too (interface 5.1).
 */
export const toClientMetadata = (app: App): ClientMetadata => ({
  ...ofApps,
  client_id: app.clientId,
  client_name: app.name,
  redirect_uris: [...app.redirectUris],
  application_type: 'web',
  [pkceMember]: app.pkceRequired,
  ...(app.secretHash === undefined
    ? { token_endpoint_auth_method: 'none' }
    : { token_endpoint_auth_method: 'client_secret_basic', client_secret: app.secretHash }),
});

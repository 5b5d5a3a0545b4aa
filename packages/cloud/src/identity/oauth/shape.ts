import type { AppScope, listen } from '@plenum/protocol/cloud';
import type { uplink } from '@plenum/protocol/uplink';

/**
 * A scope of a token: one for apps (interface 5), for pairing a bridge, for pairing many, or for receiving the events of an
 * app.
 */
export type Scope = AppScope | typeof listen.scope | typeof uplink.scope | typeof uplink.fleetScope;

/** A developer's app. Its `clientId` is the developer key of interface 5. */
export interface App {
  readonly clientId: string;
  /** The developer's account, or `undefined` for an app that is part of the cloud. */
  readonly ownerAccountId: string | undefined;
  readonly name: string;
  /** The redirect URIs, at least one. They are compared character by character. */
  readonly redirectUris: readonly string[];
  /** True if the app has a secret, which it needs to get tokens. */
  readonly confidential: boolean;
  /** True if the app must use PKCE (RFC 7636), which is optional for other apps. */
  readonly pkceRequired: boolean;
  readonly secretHash: string | undefined;
  /** The app whose test keys these are; undefined for an app. Test keys see only test users of the app's developer. */
  readonly liveClientId: string | undefined;
  /** In ms since 1970 UTC. */
  readonly createdAt: number;
}

/** The account and app of a request, and its scopes. */
export interface TokenHolder {
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** The consent behind the token, which `Grants.revoke` revokes. */
  readonly grantId: string;
  /** Expiry of the token, in ms since 1970 UTC. */
  readonly expiresAt: number;
  /** True if the account is a test user, and the app's test keys were used. */
  readonly isTest?: true;
}

import type { AppScope } from '@plenum/protocol/cloud';
import type { uplink } from '@plenum/protocol/uplink';

/**
 * What a token may be used for: the first are for apps (interface 5), the others to pair one bridge, and many.
 */
export type Scope = AppScope | typeof uplink.scope | typeof uplink.fleetScope;

/** A developer's app; its `clientId` is the developer key of interface 5. */
export interface App {
  readonly clientId: string;
  /** The developer's account; undefined for an app that is part of the cloud itself. */
  readonly ownerAccountId: string | undefined;
  readonly name: string;
  /** The addresses that the browser may return to, at least one; compared character by character. */
  readonly redirectUris: readonly string[];
  /** Whether it has a secret, which it needs to get tokens. */
  readonly confidential: boolean;
  /** Whether it must use PKCE (RFC 7636); every app may. */
  readonly pkceRequired: boolean;
  readonly secretHash: string | undefined;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
}

/** The account and app of a request, and what it may do. */
export interface TokenHolder {
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** The consent behind the token; `Grants.revoke` revokes it. */
  readonly grantId: string;
  /** When the token ends, milliseconds since 1970 UTC. */
  readonly expiresAt: number;
}

import type { uplink } from '@plenum/protocol/uplink';

/**
 * What a token may be used for. Integrators get the first (interface 5), a bridge that is being paired the second, a fleet of
 * them the third.
 */
export type Scope = 'query-control' | typeof uplink.scope | typeof uplink.fleetScope;

/** A developer's app; its `clientId` is the developer key of interface 5. */
export interface App {
  readonly clientId: string;
  /** The developer's account; undefined for an app that is part of the cloud itself. */
  readonly ownerAccountId: string | undefined;
  readonly name: string;
  /** The one address the browser is sent back to; compared to the letter. */
  readonly redirectUri: string;
  /** Whether it has a secret and must show it to get tokens. */
  readonly confidential: boolean;
  /** Whether it must use PKCE (RFC 7636); where it need not, it still may. */
  readonly pkceRequired: boolean;
  readonly secretHash: string | undefined;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
}

/** On whose behalf a request is made, by which app, with what it may do. */
export interface Caller {
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  /** The consent behind the token; `Grants.revoke` revokes it. */
  readonly grantId: string;
  /** When the token ends, milliseconds since 1970 UTC. */
  readonly expiresAt: number;
}

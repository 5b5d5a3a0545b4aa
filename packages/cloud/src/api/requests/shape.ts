import type { AnsweredRequest } from '../usage/latest-requests.ts';

/** The account and app of a request, taken from its access token. */
export interface Caller {
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Expiry of the token, in ms UTC. */
  readonly expiresAt: number;
  /** True if the account is a test user, and the app's test keys were used. */
  readonly isTest?: true;
}

/** Verifies access tokens. */
export interface Tokens {
  /** Returns the caller of a token, or `undefined` if the token is unknown, expired or revoked. */
  identify(token: string): Promise<Caller | undefined>;
  /** Calls a listener when tokens are revoked on this node before they expire. Returns a function that unsubscribes. */
  onRevoked(listen: () => void): () => void;
}

/** Called with each response to an app, over both transports. */
export type CountRequest = (clientId: string, request: AnsweredRequest) => void;

import type { Failure } from '../../fleet/controls/reply-result.ts';
import type { UsageOperation } from '../usage/store.ts';

/** The account and app of a request, from its access token. */
export interface Caller {
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** When the token stops being valid, ms UTC. */
  readonly expiresAt: number;
}

/** Verifies access tokens. */
export interface Tokens {
  /** The caller of a token; undefined where the token is unknown, expired or revoked. */
  identify(token: string): Promise<Caller | undefined>;
  /** Calls a listener when tokens are revoked before they expire, on this node. Returns an unsubscribe function. */
  onRevoked(listen: () => void): () => void;
}

/** Called with the HTTP status of each answer to an app, over both transports. */
export type CountRequest = (clientId: string, operation: UsageOperation, status: number) => void;

/** The outcome of a request. */
export type RequestResult<Value> = { readonly ok: true; readonly value: Value } | Failure;

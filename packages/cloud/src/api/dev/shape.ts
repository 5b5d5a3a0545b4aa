import type { Failure } from '../../fleet/controls/failure.ts';
import type { Operation } from '../usage/shape.ts';

/** Who makes a request, by the access token shown. */
export interface Caller {
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** When the token stops being valid, ms UTC. */
  readonly expiresAt: number;
}

/** Whoever knows access tokens. */
export interface Tokens {
  /** The caller a token stands for; undefined where it is none of ours, or expired, or revoked. */
  identify(token: string): Promise<Caller | undefined>;
  /** Calls a listener when tokens are revoked before they expire, on this node. Returns an unsubscribe function. */
  onRevoked(listen: () => void): () => void;
}

/** Told how each request of an app was answered, by HTTP status at either door. */
export type CountRequest = (clientId: string, operation: Operation, status: number) => void;

/** What came of a request. */
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | Failure;

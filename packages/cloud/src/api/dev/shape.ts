import type { CloudResult } from '@plenum/protocol/cloud';
import type { ControlAnswer } from '../../fleet/controls/control-answer.ts';
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
  /** Says whenever tokens stop being valid before their time on this node; what it returns ends that. */
  onRevoked(listen: () => void): () => void;
}

/** Whoever reaches the bridges. */
export interface Controls {
  control(systemId: string, command: object, deadline: number): Promise<ControlAnswer>;
}

/** Told how each request of an app was answered, by HTTP status at either door. */
export type CountRequest = (clientId: string, operation: Operation, status: number) => void;

/** Why a request was not done, as both doors say it: HTTP status, result of interface 7, one sentence. */
export interface Failure {
  readonly ok: false;
  readonly status: number;
  readonly result: Exclude<CloudResult, 'OK'>;
  readonly detail: string;
  /** Seconds after which it is worth to ask again, where the failure itself says so. */
  readonly retryAfter?: number;
}

/** What came of a request. */
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | Failure;

import type { Refusal } from '@plenum/protocol/refusal';

/** The stable codes of the errors between a client and a bridge, with their meanings. */
export const bridgeErrors = {
  unreachable: 'no connection could be made',
  'hung-up': 'the bridge closed the connection without an answer',
  timeout: 'connected, but no whole answer in time',
  busy: 'the bridge still answered {BUSY} after every retry',
  refused: 'the bridge refused; its sentence is the message',
  invalid: 'refused here, before anything was sent',
  unsupported: 'this bridge does not have what was requested',
  malformed: 'an answer that cannot be understood',
  unverified: 'the bridge answered OK, but reading back shows another value',
  closed: 'this connection was closed by its owner',
} as const;

export type BridgeErrorCode = keyof typeof bridgeErrors;

/** Facts of an error: the HTTP status, the refusal of a checked command, the cause. */
export interface BridgeErrorFacts {
  readonly status?: number;
  readonly refusal?: Refusal;
  readonly cause?: unknown;
}

/** Every error between a client and a bridge: a stable `code` and one sentence, the bridge's own if it gave one. */
export class BridgeError extends Error {
  readonly code: BridgeErrorCode;
  readonly status: number | undefined;
  readonly refusal: Refusal | undefined;

  constructor(code: BridgeErrorCode, sentence: string, facts: BridgeErrorFacts = {}) {
    super(sentence, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'BridgeError';
    this.code = code;
    this.status = facts.status;
    this.refusal = facts.refusal;
  }
}

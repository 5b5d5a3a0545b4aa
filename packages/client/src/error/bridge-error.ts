import type { Refusal } from '@plenum/protocol/refusal';

/** The stable codes of everything that can go wrong between a client and a bridge, each with its meaning. */
export const bridgeErrors = {
  unreachable: 'no connection could be made',
  'hung-up': 'the bridge closed the connection without an answer',
  timeout: 'connected, but no whole answer in time',
  busy: 'the bridge still said {BUSY} after every retry',
  refused: 'the bridge refused; its sentence is the message',
  invalid: 'refused here, before anything was sent',
  unsupported: 'this bridge does not offer what was asked',
  malformed: 'an answer that cannot be understood',
  unverified: 'the bridge said OK, but reading back shows another value',
  closed: 'this connection was closed by its owner',
} as const;

export type BridgeErrorCode = keyof typeof bridgeErrors;

/** What an error says beside its code: the HTTP status, the refusal of a checked command, the cause. */
export interface BridgeErrorFacts {
  readonly status?: number;
  readonly refusal?: Refusal;
  readonly cause?: unknown;
}

/** The one error of this package: a stable `code` and one sentence; a bridge's own sentence where it gave one. */
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

import { PlenumError } from '@plenum/protocol/error';
import type { Refusal } from '@plenum/protocol/refusal';

/** The stable codes of the errors between a client and a bridge, with their meanings. */
export const bridgeErrors = {
  unreachable: 'no connection could be made',
  untrusted: 'the certificate of the bridge is not trusted, has expired, or is for another name',
  'hung-up': 'the bridge closed the connection without an answer',
  timeout: 'connected, but no whole answer in time',
  busy: 'the bridge still answered {BUSY} after every retry',
  refused: 'the bridge refused; its sentence is the message',
  invalid: 'refused by this client before anything was sent',
  unsupported: 'this bridge does not have what was requested',
  malformed: 'an answer that cannot be understood',
  unverified: 'the bridge answered OK, but reading back shows another value',
  closed: 'this connection was closed by its owner',
} as const;

export type BridgeErrorCode = keyof typeof bridgeErrors;

/**
 * Details of an error: the HTTP status, the refusal of an invalid command, whether the command was sent, the cause.
 */
interface BridgeErrorFacts {
  readonly status?: number;
  readonly refusal?: Refusal;
  /**
   * Set for a command whose caller stopped waiting before the bridge received the command, or while the bridge kept
   * answering that it was busy.
   */
  readonly wasNotSent?: true;
  /** Set for a command that was read back: the first field whose value differs from the one that was sent. */
  readonly difference?: { readonly field: string; readonly read: unknown; readonly sent: unknown };
  readonly cause?: unknown;
}

/**
 * An error between a client and a bridge: a stable `code` and one sentence, written by the bridge if it sent one. It is
 * a separate class because applications catch it with `instanceof` and read `status` and `refusal`.
 */
export class BridgeError extends PlenumError<BridgeErrorCode> {
  readonly status: number | undefined;
  readonly refusal: Refusal | undefined;
  readonly wasNotSent: boolean;
  readonly difference: BridgeErrorFacts['difference'];

  constructor(code: BridgeErrorCode, sentence: string, { cause, ...facts }: BridgeErrorFacts = {}) {
    super('client bridge', code, { sentence, facts, cause });
    this.name = 'BridgeError';
    this.status = facts.status;
    this.refusal = facts.refusal;
    this.wasNotSent = facts.wasNotSent === true;
    this.difference = facts.difference;
  }
}

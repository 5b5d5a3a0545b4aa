import type { CloudResult } from '@plenum/protocol/cloud';
import { type Refusal, toSentence } from '@plenum/protocol/refusal';

/**
 * The reason for a failed request, in the form that every transport needs: HTTP status, result of interface 7, and one
 * sentence.
 */
export interface Failure {
  readonly status: number;
  readonly result: Exclude<CloudResult, 'OK'>;
  readonly detail: string;
  /** Seconds after which to retry, if known. */
  readonly retryAfter?: number;
}

/** The result of a request that failed. */
export interface Failed {
  readonly ok: false;
  readonly refusal: Failure;
}

export const toFailed =
  (status: number, result: Failure['result']) =>
  (detail: string): Failed => ({ ok: false, refusal: { status, result, detail } });

/**
 * Creates the failure of a request that is malformed or out of range. The sentence begins with the path of the value.
 */
export const invalidRequest = toFailed(400, 'InvalidRequest');

/** Creates the failure of a request or command that is malformed, out of range or sent to the wrong component. */
export const toInvalidRequest = (refusal: Refusal): Failed =>
  refusal.code === 'local-only'
    ? toFailed(403, 'UserNotAllowed')(toSentence(refusal))
    : invalidRequest(toSentence(refusal));

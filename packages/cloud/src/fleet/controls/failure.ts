import type { CloudResult } from '@plenum/protocol/cloud';
import { type Refusal, toSentence } from '@plenum/protocol/refusal';
import type { BridgeReply } from './control-sender.ts';

/** Why a request failed, in the terms of every transport: HTTP status, result of interface 7, one sentence. */
export interface Failure {
  readonly ok: false;
  readonly status: number;
  readonly result: Exclude<CloudResult, 'OK'>;
  readonly detail: string;
  /** Seconds after which to try again, if known. */
  readonly retryAfter?: number;
}

export const toFailure =
  (status: number, result: Failure['result']) =>
  (detail: string): Failure => ({ ok: false, status, result, detail });

/** The failure of a request that is malformed or out of range; the sentence says where. */
export const invalidRequest = toFailure(400, 'InvalidRequest');
const unanswered = toFailure(504, 'Error');

/** A request or command that is malformed, out of range or sent to the wrong component. */
export const toInvalidRequest = (refusal: Refusal): Failure =>
  refusal.code === 'local-only'
    ? toFailure(403, 'UserNotAllowed')(toSentence(refusal))
    : invalidRequest(toSentence(refusal));

/** The id of a control was used for a different one. */
export const idUsed = invalidRequest(
  'requestId: it was used for another control within the last 10 minutes; choose a new one.',
);

/** The first of two equal controls got no answer. */
export const outcomeUnknown = unanswered(
  'The first request with this requestId got no answer; whether it was done is not known. Query the component.',
);

/** A control that its bridge dropped because its client hung up. */
export const nobodyWaits = unanswered('Nobody waited for the command any more; nothing was done.');

/** The failure of a control that was not executed, or may not have been; `seconds` is how long the bridge had. */
export const toControlFailure = (
  reply: Exclude<BridgeReply, { readonly answer: 'done' | 'read' | 'cannot' }>,
  seconds: number,
): Failure => {
  switch (reply.answer) {
    case 'refused':
      return toFailure(502, 'Error')(reply.detail);
    case 'dropped':
      return nobodyWaits;
    case 'absent':
      return unanswered('The bridge is not connected; nothing was done.');
    case 'unreachable':
      return unanswered('The bridge cannot be reached from here at the moment; nothing was done.');
    case 'silent':
      return unanswered(`The bridge did not answer within ${seconds} s; whether it was done is not known.`);
  }
};

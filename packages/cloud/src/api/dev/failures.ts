import { type Refusal, toSentence } from '@plenum/protocol/refusal';
import type { ControlAnswer } from '../../fleet/controls/control-answer.ts';
import type { Failure } from './shape.ts';

const failure =
  (status: number, result: Failure['result']) =>
  (detail: string): Failure => ({ ok: false, status, result, detail });

const invalid = failure(400, 'InvalidRequest');
const absent = failure(504, 'Error');

/** A request or command that is malformed, out of range or sent to the wrong component. */
export const toInvalidRequest = (refusal: Refusal): Failure =>
  refusal.code === 'local-only'
    ? failure(403, 'UserNotAllowed')(toSentence(refusal))
    : invalid(toSentence(refusal));

/** `/dev` asked in another way. */
export const wrongMethod = failure(405, 'InvalidRequest')('This address takes POST only.');

/** No token, or none of ours. */
export const invalidUser = failure(401, 'InvalidUser')('The access token is missing or not valid.');

/** A token that does not allow requests. */
export const scopeMissing = failure(
  403,
  'UserNotAllowed',
)('The access token does not allow this; it needs the scope query-control.');

/** The component does not exist, or is somebody else's: nobody learns which. */
export const noSuchComponent = failure(
  403,
  'UserNotAllowed',
)('There is no such component among those of this user.');

/** The id of a control that was something else. */
export const idUsed = invalid(
  'requestId: it was used for another control within the last 10 minutes; choose a new one.',
);

/** The first of two equal controls was lost on its way. */
export const outcomeUnknown = absent(
  'The first request with this requestId got no answer; whether it was done is not known. Query the component.',
);

/** Too many requests with one token. */
export const tooMany = (rate: number, seconds: number): Failure =>
  failure(429, 'Error')(`This token may make ${rate} requests a second; come back in ${seconds} s.`);

/** Too many requests without a valid token from one address. */
export const tooManyStrangers = (seconds: number): Failure =>
  failure(
    429,
    'Error',
  )(`Too many requests without a valid token came from this address; come back in ${seconds} s.`);

/** Too many streams of one app for one user. */
export const tooManyStreams = (most: number): Failure =>
  failure(429, 'Error')(`This app watches this user ${most} times at once already.`);

/** A cursor we never gave, or the empty one of a bridge that is gone. */
export const cursorUnknown = (at: number): Failure =>
  invalid(`cursors.${at}: it is none of this cloud; leave it out to be told all of its bridge.`);

/** Two cursors of one bridge. */
export const cursorTwice = (at: number, systemId: string): Failure =>
  invalid(`cursors.${at}: bridge ${systemId} has one before it; send the last one received of each bridge.`);

/** What came of a command, where it was not done. */
export const toControlFailure = (
  answer: Exclude<ControlAnswer, { readonly answer: 'done' }>,
  seconds: number,
): Failure => {
  switch (answer.answer) {
    case 'refused':
      return failure(502, 'Error')(answer.detail);
    case 'absent':
      return absent('The bridge is not connected; nothing was done.');
    case 'unreachable':
      return absent('The bridge cannot be reached from here at the moment; nothing was done.');
    case 'silent':
      return absent(`The bridge did not answer within ${seconds} s; whether it was done is not known.`);
  }
};

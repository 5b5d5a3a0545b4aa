import type { AppScope } from '@plenum/protocol/cloud';
import { type Failed, invalidRequest, toFailed } from '../../fleet/controls/failure.ts';

/** Returns a failure after which a client may retry in some seconds. */
export const withRetry = ({ ok, refusal }: Failed, retryAfter: number): Failed => ({
  ok,
  refusal: { ...refusal, retryAfter },
});

export const wrongMethod = toFailed(405, 'InvalidRequest')('This URL accepts only POST.');

export const invalidUser = toFailed(401, 'InvalidUser')('The access token is missing or not valid.');

/** The token does not have the required scope. */
export const scopeMissing = (missing: AppScope): Failed =>
  toFailed(403, 'UserNotAllowed')(`The access token does not allow this; it needs the scope ${missing}.`);

/** The house does not exist or belongs to another account. The response does not reveal which. */
export const noSuchHouse = toFailed(403, 'UserNotAllowed')('This user has no such house.');

/** An app has read from the bridges of one account too often. */
export const tooManyReads = (rate: number, seconds: number): Failed =>
  withRetry(
    toFailed(
      429,
      'Error',
    )(`This app may read from the bridges of this user ${rate} times a second; try again in ${seconds} s.`),
    seconds,
  );

/** The component does not exist or belongs to another account. The response does not reveal which. */
export const noSuchComponent = toFailed(403, 'UserNotAllowed')('This user has no such component.');

/** A command to a garage door with a token that is not allowed to open a house. */
export const garageNotAllowed = toFailed(
  403,
  'UserNotAllowed',
)('The access token does not allow moving a garage door; that needs the scope garage.');

/** A command to a garage door from a guest of the house. */
export const garageOfOthers = toFailed(
  403,
  'UserNotAllowed',
)('Only the owner of a house can move its garage door over the cloud.');

/** A command to a house that the user may only view. */
export const viewOnly = toFailed(403, 'UserNotAllowed')('This user may view this house, but not control it.');

/** Too many requests with one token. */
export const tooMany = (rate: number, seconds: number): Failed =>
  toFailed(429, 'Error')(`This token may make ${rate} requests a second; try again in ${seconds} s.`);

/** Too many requests without a valid token from one address. */
export const tooManyUnauthenticated = (seconds: number): Failed =>
  toFailed(
    429,
    'Error',
  )(`Too many requests without a valid token came from this address; try again in ${seconds} s.`);

/** The apps of an account have read more than its quota allows. The quota recovers after `wait` ms. */
export function tooMuchRead(wait: number): Failed {
  const seconds = Math.ceil(wait / 1_000);
  const detail = `This user's apps have read too much in a short time; try again in ${seconds} s.`;
  return withRetry(toFailed(429, 'Error')(detail), seconds);
}

/** Too many controls by all apps of an account. */
export const tooManyControls = (rate: number, seconds: number): Failed =>
  withRetry(
    toFailed(
      429,
      'Error',
    )(`This user's apps may send ${rate} commands a second; nothing was done. Try again in ${seconds} s.`),
    seconds,
  );

/** Too many Discovers of one app for one account are waiting. */
export const tooManyDiscovers = (seconds: number): Failed =>
  withRetry(
    toFailed(
      429,
      'Error',
    )(`Too many Discovers of this app for this user are waiting already; try again in ${seconds} s.`),
    seconds,
  );

/** The components of an account are too large for one gRPC message. */
export const tooLargeForGrpc = (most: number): Failed =>
  toFailed(
    429,
    'Error',
  )(
    `The components of this user are larger than ${most} bytes, too much for one message; use Watch, which sends them bridge by bridge.`,
  );

/** Too many streams of one app for one user. */
export const tooManyStreams = (most: number): Failed =>
  toFailed(429, 'Error')(`This app already has ${most} Watch streams open for this user; close one first.`);

/** Too many streams of all apps for one user. */
export const tooManyStreamsOfAll = (most: number): Failed =>
  toFailed(429, 'Error')(`This user's apps already have ${most} Watch streams open; close one first.`);

/** The streams of one user hold too many bytes of cursors. */
export const tooManyCursors = (most: number): Failed =>
  toFailed(
    429,
    'Error',
  )(
    `The streams of this user may begin with at most ${most} bytes of cursors in all; send only those of bridges that the user has.`,
  );

/** A cursor that this cloud never issued, or the empty cursor of a removed bridge. */
export const cursorUnknown = (at: number): Failed =>
  invalidRequest(
    `cursors.${at}: it is not a cursor of this cloud; leave it out to receive everything of its bridge.`,
  );

/** Two cursors of the same bridge. */
export const cursorTwice = (at: number, systemId: string): Failed =>
  invalidRequest(
    `cursors.${at}: an earlier one is also of bridge ${systemId}; send only the last one received of each bridge.`,
  );

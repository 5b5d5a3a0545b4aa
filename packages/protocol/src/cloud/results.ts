/**
 * The results a cloud answers (interface 7), with the HTTP status of each. `Error` has several:
 * 500 ours, 503 ours in passing, 502 the bridge refused, 504 it is absent or silent, 429 too many requests.
 */
export const cloudResults = {
  OK: { status: 200, meaning: 'the API was called successfully' },
  InvalidRequest: { status: 400, meaning: 'request format is incorrect' },
  InvalidUser: { status: 401, meaning: "the request's user token is invalid" },
  UserNotAllowed: { status: 403, meaning: 'the user is not allowed to perform the operation' },
  Error: { status: 500, meaning: 'general error for other reasons' },
} as const;

export type CloudResult = keyof typeof cloudResults;
export const cloudResultNames = Object.keys(cloudResults) as readonly CloudResult[];

/** The detail of a failure while a cloud cannot use its database. */
export const databaseUnavailable = 'The database of this cloud is not available; try again in a few seconds.';

/**
 * The results of a cloud (interface 7), with the HTTP status of each. `Error` has several: 500 and 503 are failures of
 * the cloud (503 temporary), 502 means the bridge refused, 504 that the bridge is offline or did not respond, and 429
 * too many requests.
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

/** The detail of a failure while the cloud cannot reach its database. */
export const databaseUnavailable = 'The database of this cloud is not available. Try again in a few seconds.';

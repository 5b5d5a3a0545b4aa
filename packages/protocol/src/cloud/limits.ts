const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The limits of a cloud, which its pages show as well; times in ms. */
export const cloudLimits = {
  /** Characters of the shortest password: length counts, composition rules do not (NIST SP 800-63B, 3.1.1.2). */
  minPasswordLength: 10,
  /** Endpoints of one app. */
  maxEndpoints: 10,
  /** Redirect URIs of an app; and the characters of all those of an app that registers itself, which are in every address that has its client id. */
  maxRedirectUris: { count: 10, characters: 1_000 },
  /** How long the previous secret signs messages beside a new one. */
  secretOverlap: day,
  /** Pauses after the first attempt at a message, the second and so on (interface 6); after the last it has failed. */
  retryPauses: [
    ...[5 * second, 30 * second, 2 * minute, 5 * minute, 30 * minute],
    ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, day],
  ],
  /** An endpoint that accepted nothing for so long is disabled. */
  disableEndpointAfter: 5 * day,
  /** How much of the log of one endpoint is stored; below, how many characters of each answer. */
  deliveryLog: { rows: 500, age: 14 * day },
  storedAnswerLength: 500,
  /** Characters of a search in that log, attempts that one request sends again, and components a test message is chosen from. */
  maxSearchLength: 100,
  maxResent: 100,
  maxTestable: 1_000,
  /** Days whose requests are counted, today among them. */
  usageDays: 30,
} as const;

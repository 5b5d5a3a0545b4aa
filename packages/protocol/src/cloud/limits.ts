const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The limits of a cloud that its pages also show; times in ms. */
export const cloudLimits = {
  /**
   * Minimum length of a password in characters. Only its length counts, without rules about its composition (NIST SP
   * 800-63B, 3.1.1.2).
   */
  minPasswordLength: 10,
  /** Maximum number of endpoints of one app. */
  maxEndpoints: 10,
  /** Maximum number of listeners of one app (`plenum listen`), and the time for which one is kept without a connection. */
  maxListeners: 3,
  keepListener: day,
  /**
   * Maximum number of redirect URIs of an app. For a self-registered app also their maximum total length in characters,
   * because every URL with its client id contains them.
   */
  maxRedirectUris: { count: 10, characters: 1_000 },
  /** The time for which the previous secret continues to sign messages together with the new one. */
  secretOverlap: day,
  /**
   * Pauses after the first attempt to deliver a message, after the second and so on (interface 6). After the last
   * attempt the message has failed.
   */
  retryPauses: [
    ...[5 * second, 30 * second, 2 * minute, 5 * minute, 30 * minute],
    ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, day],
  ],
  /** An endpoint is disabled after it has accepted no message for this time. */
  disableEndpointAfter: 5 * day,
  /**
   * Maximum number and age of the rows in one endpoint's log. `storedAnswerLength` is the number of characters stored
   * from each response.
   */
  deliveryLog: { rows: 500, age: 14 * day },
  storedAnswerLength: 500,
  /**
   * Maximums for an endpoint's log: the length of a search in characters, the attempts that one request can resend, and
   * the components offered for a test message.
   */
  maxSearchLength: 100,
  maxResent: 100,
  maxTestable: 1_000,
  /** Days for which requests are counted, including today. */
  usageDays: 30,
} as const;

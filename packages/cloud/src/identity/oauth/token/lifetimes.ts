const seconds = { minute: 60, hour: 3600, day: 86_400 } as const;

/** Validity of each kind of item. */
export const lifetimeSeconds = {
  /** State of a browser during sign-in and consent, which is separate from the session of the account. */
  session: seconds.day,
  interaction: seconds.hour,
  /** As in interface 5.1. */
  code: 60,
  /** As in interface 5.2. */
  accessToken: seconds.hour,
  /** For a developer's experiments in the console (decisions/007). */
  consoleToken: 15 * seconds.minute,
  /** Long enough to register the key of one bridge. */
  pairingToken: 10 * seconds.minute,
  /**
   * Lifetime without use. Each use issues a new token, so an app that refreshes at least every half year keeps its
   * access.
   */
  refreshToken: 180 * seconds.day,
  deviceCode: 10 * seconds.minute,
  /** Lifetime from the consent until its code is exchanged. After that the consent lasts as long as its tokens. */
  freshGrant: 10 * seconds.minute,
  linkedGrant: 181 * seconds.day,
} as const;

/**
 * Time for which a used code or refresh token stays stored, so that a second use can be detected and revokes its
 * tokens.
 */
export const usedItemRetentionMs = {
  AuthorizationCode: seconds.day * 1000,
  RefreshToken: 7 * seconds.day * 1000,
} as const;

/** Time for which a client that lost the response to a refresh can get the same response again. */
export const refreshRepeatMs = 30_000;

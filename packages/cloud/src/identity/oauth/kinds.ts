/** What the authorization server remembers, by the names oidc-provider gives its models. */
export const kinds = [
  'Session',
  'Interaction',
  'Grant',
  'AuthorizationCode',
  'AccessToken',
  'RefreshToken',
  'DeviceCode',
] as const;

export type Kind = (typeof kinds)[number];

const seconds = { minute: 60, hour: 3600, day: 86_400 } as const;

/** Lifetimes in seconds. */
export const lives = {
  /** A browser's way through sign-in and consent; who is signed in, the account's own session says. */
  session: seconds.day,
  interaction: seconds.hour,
  /** Interface 5.1. */
  code: 60,
  /** Interface 5.2. */
  accessToken: seconds.hour,
  /** Made by a developer in the console, to try things out (decision 007). */
  ownToken: 15 * seconds.minute,
  /** To hand over one key. */
  pairingToken: 10 * seconds.minute,
  /** Without use; each use gives a new one, so an app that asks at least once in half a year stays linked. */
  refreshToken: 180 * seconds.day,
  deviceCode: 10 * seconds.minute,
  /** From the consent to the exchange of its code; then it lives as long as what was given for it. */
  freshGrant: 10 * seconds.minute,
  linkedGrant: 181 * seconds.day,
} as const;

/** How long, in ms, something used once is remembered, so that a second use is noticed and ends what it gave. */
export const remembered = {
  AuthorizationCode: seconds.day * 1000,
  RefreshToken: 7 * seconds.day * 1000,
} as const;

/** How long, in ms, a client that lost the answer to a refresh gets the same answer again. */
export const repeatable = 30_000;

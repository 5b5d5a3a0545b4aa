/**
 * The permissions that each scope gives an app (interface 5.1). `history` is granted only together with
 * `query-control`.
 */
export const appScopes = {
  'query-control': 'Read and control the user’s components.',
  history: 'Read the history and energy of the user’s houses, and explanations of their rooms.',
  lighting: 'Read and control the lighting: lamps, blinds, wall switches and lighting favourites.',
  garage: 'Move garage doors, which can open a house. Requires `lighting`, and the user has to tick a box.',
} as const;
export type AppScope = keyof typeof appScopes;

/**
 * The scopes that an app gets with its own credentials (RFC 6749, 4.4), without a user. They give no access to houses,
 * and no user can allow them.
 */
export const ownScopes = {
  deliveries: 'Search the deliveries to the app’s endpoints, and send their changes again.',
} as const;
export type OwnScope = keyof typeof ownScopes;

/** Path prefix of the routes for an app with the scope `deliveries`. */
export const ownPath = '/dev';

/** Path prefix, followed by the system id, under which an app reads data stored by the bridge of a house. */
export const houseReadsPath = '/dev/houses';

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

/** Path prefix, followed by the system id, under which an app reads data stored by the bridge of a house. */
export const houseReadsPath = '/dev/houses';

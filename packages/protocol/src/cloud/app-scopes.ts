/** What an app may be allowed, by the scope that it asks for (interface 5.1); `history` comes with `query-control` only. */
export const appScopes = {
  'query-control': 'Read and control the components of the user.',
  history: 'Read the history and energy of the houses of the user, and why their rooms are as they are.',
  lighting: 'Read and control the lighting: lamps, blinds, wall switches and their favourites.',
  garage: 'Move garage doors, which open a house; with `lighting` only, and where the user ticked its box.',
} as const;
export type AppScope = keyof typeof appScopes;

/** Under this path, with the system id after it, an app reads what the bridge of a house keeps. */
export const houseReadsPath = '/dev/houses';

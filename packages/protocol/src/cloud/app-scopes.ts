/**
 * Description of what each scope lets an app do (interface 5.1). `history` is granted only together with
 * `query-control`.
 */
export const appScopes = {
  'query-control': 'Read and control the components of the user.',
  history: 'Read the history and energy of the houses of the user, and why their rooms are as they are.',
  lighting: 'Read and control the lighting: lamps, blinds, wall switches and their favourites.',
  garage: 'Move garage doors, which open a house; with `lighting` only, and where the user ticked its box.',
} as const;
export type AppScope = keyof typeof appScopes;

/** Path prefix, followed by the system id, under which an app reads what the bridge of a house stores. */
export const houseReadsPath = '/dev/houses';

/** The environment variable from which the displayed code reads its token. */
export const tokenVariable = 'ACCESS_TOKEN';

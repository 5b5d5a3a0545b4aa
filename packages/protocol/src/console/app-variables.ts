/** The environment variables of what an app needs at a cloud: the console gives them, and programs read them. */
export const appVariables = {
  clientId: 'PLENUM_CLIENT_ID',
  clientSecret: 'PLENUM_CLIENT_SECRET',
  redirectUri: 'PLENUM_REDIRECT_URI',
  accessToken: 'PLENUM_ACCESS_TOKEN',
  refreshToken: 'PLENUM_REFRESH_TOKEN',
  endpointSecret: 'PLENUM_ENDPOINT_SECRET',
} as const;

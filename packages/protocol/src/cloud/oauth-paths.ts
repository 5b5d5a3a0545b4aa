/** Paths of the authorization server. The first two are those of interface 5.1 and 5.2. */
export const oauthPaths = {
  provider: {
    authorization: '/login',
    token: '/token',
    revocation: '/revoke',
    introspection: '/introspect',
    device_authorization: '/device/authorization',
    code_verification: '/device',
  },
  metadata: '/.well-known/oauth-authorization-server',
  registration: '/register',
  interaction: (uid: string): string => `/interaction/${uid}`,
} as const;

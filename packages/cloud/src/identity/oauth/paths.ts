/** Paths of the authorization server; interface 5.1 and 5.2 name the first two. */
export const paths = {
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

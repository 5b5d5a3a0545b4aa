/** Kinds of items that the authorization server stores, by oidc-provider's model names. */
export const kinds = [
  'Session',
  'Interaction',
  'Grant',
  'AuthorizationCode',
  'AccessToken',
  'ClientCredentials',
  'RefreshToken',
  'DeviceCode',
] as const;

export type Kind = (typeof kinds)[number];

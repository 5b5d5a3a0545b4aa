/**
 * Types of the files of oidc-provider that are imported directly, not through its entry. Only the parts in use are
 * declared.
 */
declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider';
  export import AccessDenied = errors.AccessDenied;
  export import InvalidRedirectUri = errors.InvalidRedirectUri;
  export import InvalidScope = errors.InvalidScope;
  export import InvalidTarget = errors.InvalidTarget;
  export import SessionNotFound = errors.SessionNotFound;
  export import UnauthorizedClient = errors.UnauthorizedClient;
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider';
  export import base = interactionPolicy.base;
  export import Check = interactionPolicy.Check;
}

declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}

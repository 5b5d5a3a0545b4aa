import type { Transaction } from '../../kernel/database/store.ts';

/** State that the middleware of a request to the authorization server shares in `ctx.state`. */
export interface RequestState {
  /** The transaction of the request. */
  tx?: Transaction;
  /** An error that oidc-provider has already answered. */
  failed?: unknown;
  /** The authenticated app of a repeated refresh that was answered without calling oidc-provider. */
  provenClientId?: string;
}

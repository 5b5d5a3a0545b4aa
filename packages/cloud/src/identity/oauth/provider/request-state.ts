import type { Transaction } from '../../../kernel/database/store.ts';

/** State that the middleware of a request to the authorization server shares in `ctx.state`. */
export interface RequestState {
  /** The transaction of the request. */
  tx?: Transaction;
  /** An error to which oidc-provider has already responded. */
  failed?: unknown;
  /** The consent of the code or token in the request, if it is known. */
  grantId?: string | undefined;
  /** True if the request is a repeated refresh to which this cloud responded without calling oidc-provider. */
  isRepeated?: boolean;
  /** The app that authenticated such a repetition with its secret. */
  authenticatedClientId?: string;
}

import type { Transaction } from '../../kernel/database/store.ts';

/** What the steps of a request to the authorization server leave to each other, as `ctx.state`. */
export interface RequestState {
  /** The transaction the request is done in. */
  tx?: Transaction;
  /** An error the provider has already answered. */
  failed?: unknown;
  /** The app that answered for itself before the provider was reached. */
  provenClientId?: string;
}

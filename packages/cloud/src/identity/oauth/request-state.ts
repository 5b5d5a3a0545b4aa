import type { KoaContextWithOIDC } from 'oidc-provider';
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

/** The body of a request as a form; undefined where it has none. */
export const formOf = (ctx: KoaContextWithOIDC): URLSearchParams | undefined =>
  (ctx.req as { form?: URLSearchParams }).form;

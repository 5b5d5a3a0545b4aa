import type { Store } from '../../../kernel/database/store.ts';
import { hashSecret } from '../../account/secret.ts';
import { isScope } from '../scope.ts';
import type { TokenHolder } from '../shape.ts';
import { fromStoredPayload } from './stored-payload.ts';
import { isOfOneMode, isOfTestKeys } from './test-mode.ts';

/** Verifies access tokens. */
export interface AccessTokens {
  /** Returns the caller of a token, or `undefined` if the token is unknown, expired or revoked. */
  identify(token: string): Promise<TokenHolder | undefined>;
  /** Calls a listener when tokens are revoked on this node before they expire. Returns a function that unsubscribes. */
  onRevoked(listen: () => void): () => void;
}

export const createAccessTokens = (
  store: Store,
  { now, onRevoked }: { now: () => number } & Pick<AccessTokens, 'onRevoked'>,
): AccessTokens => ({
  onRevoked,
  identify: async (token) => {
    const row = await store.db
      .selectFrom('authorization_item')
      .select(['payload', 'account_id', 'client_id', 'grant_id', 'expires_at'])
      .select(isOfTestKeys.as('is_test'))
      .where('kind', '=', 'AccessToken')
      .where('id_hash', '=', hashSecret(token))
      .where(isOfOneMode)
      .executeTakeFirst();
    if (row?.account_id == null || row.client_id == null || row.grant_id == null) return undefined;
    if (row.expires_at <= now()) return undefined;
    const { scope = '' } = fromStoredPayload(token, row.payload);
    return {
      accountId: row.account_id,
      clientId: row.client_id,
      scopes: scope.split(' ').filter(isScope),
      grantId: row.grant_id,
      expiresAt: row.expires_at,
      ...(row.is_test && { isTest: true }),
    };
  },
});

import type { Store } from '../../kernel/database/store.ts';
import { hashSecret } from '../account/secret.ts';
import { fromKept } from './item.ts';
import { isScope } from './scope.ts';
import type { Caller } from './shape.ts';

/** Access tokens, as the doors they open ask for them. */
export interface Tokens {
  /** The caller a token stands for; undefined where it is none of ours, or expired, or revoked. */
  identify(token: string): Promise<Caller | undefined>;
  /** Calls a listener when tokens are revoked before they expire, on this node. Returns an unsubscribe function. */
  onRevoked(listen: () => void): () => void;
}

export const createTokens = (
  store: Store,
  { now, onRevoked }: { now: () => number } & Pick<Tokens, 'onRevoked'>,
): Tokens => ({
  onRevoked,
  identify: async (token) => {
    const row = await store.db
      .selectFrom('authorization_item')
      .select(['payload', 'account_id', 'client_id', 'grant_id', 'expires_at'])
      .where('kind', '=', 'AccessToken')
      .where('id_hash', '=', hashSecret(token))
      .executeTakeFirst();
    if (row?.account_id == null || row.client_id == null || row.grant_id == null) return undefined;
    if (row.expires_at <= now()) return undefined;
    const { scope = '' } = fromKept(token, row.payload);
    return {
      accountId: row.account_id,
      clientId: row.client_id,
      scopes: scope.split(' ').filter(isScope),
      grantId: row.grant_id,
      expiresAt: row.expires_at,
    };
  },
});

import { type OwnScope, ownScopes } from '@plenum/protocol/cloud';
import type { Db, Store } from '../../../kernel/database/store.ts';
import { hashSecret } from '../../account/secret.ts';
import { fromStoredPayload } from './stored-payload.ts';

/** An app that made a request with its own token. */
export interface OwnTokenHolder {
  readonly clientId: string;
  /** The account of its developer. */
  readonly accountId: string;
  readonly scopes: readonly OwnScope[];
}

/** Verifies the tokens that apps have for themselves. */
export interface OwnTokens {
  /** Returns the app of a token, or `undefined` if the token is unknown, expired or revoked. */
  identify(token: string): Promise<OwnTokenHolder | undefined>;
}

const isOwnScope = (name: string): name is OwnScope => Object.hasOwn(ownScopes, name);

export const createOwnTokens = (store: Store, now: () => number): OwnTokens => ({
  identify: async (token) => {
    const row = await store.db
      .selectFrom('authorization_item')
      .innerJoin('app', 'app.client_id', 'authorization_item.client_id')
      .select(['payload', 'app.client_id', 'app.owner_account_id', 'expires_at'])
      .where('kind', '=', 'ClientCredentials')
      .where('id_hash', '=', hashSecret(token))
      .executeTakeFirst();
    if (row === undefined || row.owner_account_id === null || row.expires_at <= now()) return undefined;
    const { scope = '' } = fromStoredPayload(token, row.payload);
    return {
      clientId: row.client_id,
      accountId: row.owner_account_id,
      scopes: scope.split(' ').filter(isOwnScope),
    };
  },
});

/** Ends the tokens that an app has for itself, because its secret was replaced. */
export const endOwnTokens = (db: Db, clientId: string): Promise<unknown> =>
  db
    .deleteFrom('authorization_item')
    .where('kind', '=', 'ClientCredentials')
    .where('client_id', '=', clientId)
    .execute();

import type { Db, Store } from '../../kernel/database/store.ts';
import type { Kind } from './token/kinds.ts';

interface GivenItem {
  readonly kind: Kind;
  readonly idHash: string;
  readonly accountId?: string;
  readonly clientId?: string;
  readonly grantId?: string;
  readonly expiresAt?: number;
  readonly consumedAt?: number;
  readonly payload?: object;
}

/** Stores an item as the authorization server does. */
export const insertItem = (db: Db, item: GivenItem): Promise<unknown> =>
  db
    .insertInto('authorization_item')
    .values({
      kind: item.kind,
      id_hash: item.idHash,
      payload: JSON.stringify(item.payload ?? {}),
      grant_id: item.grantId ?? null,
      account_id: item.accountId ?? null,
      client_id: item.clientId ?? null,
      uid_hash: null,
      user_code_hash: null,
      answer: null,
      consumed_at: item.consumedAt ?? null,
      expires_at: item.expiresAt ?? 1_000_000,
    })
    .execute();

/** Stores an app, with a developer if one is given. */
export async function insertApp(
  { db }: Store,
  clientId: string,
  { owner, name = clientId }: { readonly owner?: string; readonly name?: string } = {},
): Promise<string> {
  await db
    .insertInto('app')
    .values({
      client_id: clientId,
      owner_account_id: owner ?? null,
      name,
      redirect_uris: 'https://example.org/',
      confidential: 0,
      pkce_required: 0,
      secret_hash: null,
      created_at: 0,
    })
    .execute();
  return clientId;
}

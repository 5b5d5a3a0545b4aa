import { listen } from '@plenum/protocol/cloud';
import type { Db } from '../../../kernel/database/store.ts';
import { fromStoredPayload } from '../token/stored-payload.ts';
import { listenClient } from './client.ts';

const prefix = 'urn:plenum:app:';

/** The resource (RFC 8707) of a consent for `plenum listen`: the app whose events it receives. */
export const toListenResource = (clientId: string): string => `${prefix}${clientId}`;

/** Stores the name of the client, for the lists of apps that have access. */
export async function ensureListenApp(db: Db): Promise<void> {
  await db
    .insertInto('app')
    .values({
      client_id: listen.clientId,
      owner_account_id: null,
      name: String(listenClient.client_name),
      redirect_uris: '',
      confidential: 0,
      pkce_required: 0,
      secret_hash: null,
      created_at: 0,
    })
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .execute();
}

/** Returns the app whose events a consent allows `plenum listen` to receive; undefined if the consent has ended. */
export async function readListenedApp(db: Db, grantId: string, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('authorization_item')
    .select('payload')
    .where('kind', '=', 'Grant')
    .where('id_hash', '=', grantId)
    .where('client_id', '=', listen.clientId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const resources = row && fromStoredPayload('', row.payload).resources;
  const [resource] = Object.keys((resources ?? {}) as object).filter((each) => each.startsWith(prefix));
  return resource?.slice(prefix.length);
}

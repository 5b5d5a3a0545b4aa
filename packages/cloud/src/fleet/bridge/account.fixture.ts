import type { Right } from '@plenum/protocol/console';
import type { Store } from '../../kernel/database/store.ts';

/** Inserts an account without credentials, for tests that need an owner. */
export async function insertAccount(store: Store, id: string): Promise<string> {
  await store.db
    .insertInto('account')
    .values({
      id,
      email: `${id}@example.org`,
      email_key: `${id}@example.org`,
      password: 'none',
      created_at: 0,
    })
    .execute();
  return id;
}

/** Gives a guest access to a bridge, as if the guest had accepted an invitation from its owner. */
export async function insertGuest(
  { db }: Store,
  row: {
    readonly systemId: string;
    readonly accountId: string;
    readonly until?: number;
    readonly access?: Right;
  },
): Promise<void> {
  const { paired_at } = await db
    .selectFrom('bridge')
    .select('paired_at')
    .where('system_id', '=', row.systemId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('bridge_member')
    .values({
      id: `${row.systemId} ${row.accountId}`,
      system_id: row.systemId,
      paired_at: paired_at!,
      email: 'guest@example.org',
      email_key: 'guest@example.org',
      access: row.access ?? 'view',
      until: row.until ?? null,
      token_hash: null,
      expires_at: null,
      invited_by: null,
      invited_at: 0,
      account_id: row.accountId,
      accepted_at: 0,
    })
    .execute();
}

import type { Access } from '@plenum/protocol/console';
import { sql } from 'kysely';
import { isAmong } from '../../kernel/database/row-set.ts';
import type { Db } from '../../kernel/database/store.ts';

/** An account at a given time (ms UTC). The time matters because access to other people's bridges can expire. */
export interface Viewer {
  readonly accountId: string;
  readonly now: number;
}

/** The access of an account to a bridge. `until` (ms UTC) is undefined if it does not expire. */
export interface BridgeAccess {
  readonly access: Access;
  readonly until: number | undefined;
}

/**
 * SQL condition for a `bridge_member` row that grants access at `now`: the invitation was accepted during the current
 * pairing of the bridge, the bridge belongs to another account, and the access has not expired. Every query that serves
 * guests must include it.
 */
export const isInForce = (now: number) => sql<boolean>`bridge_member.account_id IS NOT NULL
  AND bridge_member.paired_at = bridge.paired_at
  AND bridge.account_id IS NOT NULL AND bridge.account_id <> bridge_member.account_id
  AND (bridge_member.until IS NULL OR bridge_member.until > ${now})`;

const membersInForce = (db: Db, now: number) =>
  db
    .selectFrom('bridge_member')
    .innerJoin('bridge', 'bridge.system_id', 'bridge_member.system_id')
    .where(isInForce(now));

/**
 * Selects the bridges that the given accounts can see at `now`, as `system_id`, `account_id`, `access` and `until`, for
 * use in a join.
 */
export const selectAccess = (db: Db, accountIds: readonly string[], now: number) =>
  db
    .selectFrom('bridge')
    .select(['bridge.system_id', sql<string>`bridge.account_id`.as('account_id')])
    .select([sql<Access>`'owner'`.as('access'), sql<number | null>`NULL`.as('until')])
    .where('bridge.account_id', 'in', [...accountIds])
    .unionAll(
      membersInForce(db, now)
        .select(['bridge_member.system_id', sql<string>`bridge_member.account_id`.as('account_id')])
        .select([sql<Access>`bridge_member.access`.as('access'), 'bridge_member.until'])
        .where('bridge_member.account_id', 'in', [...accountIds]),
    );

/** Selects the bridges that an account can currently see, each once, with its `access` and `until`. */
export const selectVisible = (db: Db, { accountId, now }: Viewer) =>
  db
    .selectFrom(selectAccess(db, [accountId], now).as('visible'))
    .innerJoin('bridge', 'bridge.system_id', 'visible.system_id');

/** Returns the access of an account to a bridge, or `undefined` if the account cannot see the bridge. */
export async function readAccess(
  db: Db,
  { systemId, ...viewer }: Viewer & { readonly systemId: string },
): Promise<BridgeAccess | undefined> {
  const row = await selectVisible(db, viewer)
    .select(['visible.access', 'visible.until'])
    .where('bridge.system_id', '=', systemId)
    .executeTakeFirst();
  return row && { access: row.access, until: row.until ?? undefined };
}

/** Returns the accounts that can currently see each bridge, by system id. */
export async function readViewers(
  db: Db,
  systemIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const areWanted = isAmong(db, 'bridge.system_id', systemIds);
  const rows = await db
    .selectFrom('bridge')
    .select(['bridge.system_id', sql<string>`bridge.account_id`.as('account_id')])
    .where(areWanted)
    .where('bridge.account_id', 'is not', null)
    .unionAll(
      membersInForce(db, now)
        .select(['bridge.system_id', sql<string>`bridge_member.account_id`.as('account_id')])
        .where(areWanted),
    )
    .execute();
  const viewers = new Map<string, string[]>();
  for (const { system_id, account_id } of rows)
    viewers.set(system_id, [...(viewers.get(system_id) ?? []), account_id]);
  return viewers;
}

/**
 * Returns the next time (ms UTC) at which an account loses access to a bridge, or `undefined` if it has no access that
 * expires.
 */
export async function readNextEnd(db: Db, viewer: Viewer): Promise<number | undefined> {
  const row = await selectVisible(db, viewer)
    .select(({ fn }) => fn.min('visible.until').as('until'))
    .executeTakeFirst();
  return row?.until ?? undefined;
}

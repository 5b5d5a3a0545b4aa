import type { Access } from '@plenum/protocol/console';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/store.ts';

/** An account at an instant (ms UTC): what it sees of others ends by itself. */
export interface Viewer {
  readonly accountId: string;
  readonly now: number;
}

/** What an account may do with a bridge, and until when: undefined where that does not end by itself. */
export interface BridgeAccess {
  readonly access: Access;
  readonly until: number | undefined;
}

/**
 * Whether a row of `bridge_member` gives a right now: it was accepted in this pairing of its bridge, which another account has, and
 * has not ended. Every query that lets a guest in has this condition.
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

/** The bridges that some accounts can see now, as `system_id`, `account_id`, `access` and `until`; to be joined. */
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

/** Selects the bridges that an account can see now, each once with what it may do (`access`, `until`). */
export const selectVisible = (db: Db, { accountId, now }: Viewer) =>
  db
    .selectFrom(selectAccess(db, [accountId], now).as('visible'))
    .innerJoin('bridge', 'bridge.system_id', 'visible.system_id');

/** What an account may do with a bridge; undefined where it cannot even see it. */
export const readAccess = async (
  db: Db,
  { systemId, ...viewer }: Viewer & { readonly systemId: string },
): Promise<BridgeAccess | undefined> => {
  const row = await selectVisible(db, viewer)
    .select(['visible.access', 'visible.until'])
    .where('bridge.system_id', '=', systemId)
    .executeTakeFirst();
  return row && { access: row.access, until: row.until ?? undefined };
};

/** The accounts that can see bridges now, by system id. */
export const readViewers = async (
  db: Db,
  systemIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const among = [...systemIds];
  const rows = await db
    .selectFrom('bridge')
    .select(['bridge.system_id', sql<string>`bridge.account_id`.as('account_id')])
    .where('bridge.system_id', 'in', among)
    .where('bridge.account_id', 'is not', null)
    .unionAll(
      membersInForce(db, now)
        .select(['bridge.system_id', sql<string>`bridge_member.account_id`.as('account_id')])
        .where('bridge.system_id', 'in', among),
    )
    .execute();
  const viewers = new Map<string, string[]>();
  for (const { system_id, account_id } of rows)
    viewers.set(system_id, [...(viewers.get(system_id) ?? []), account_id]);
  return viewers;
};

/** The next instant at which an account stops seeing a bridge; undefined where it sees none that ends. */
export const readNextEnd = async (db: Db, viewer: Viewer): Promise<number | undefined> => {
  const row = await selectVisible(db, viewer)
    .select(({ fn }) => fn.min('visible.until').as('until'))
    .executeTakeFirst();
  return row?.until ?? undefined;
};

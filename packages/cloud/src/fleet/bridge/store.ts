import type { Access } from '@plenum/protocol/console';
import type { Db } from '../../kernel/database/store.ts';
import { selectAccess, selectVisible, type Viewer } from './access.ts';
import { lastSeen } from './last-seen.ts';

/** A bridge as an account sees it; times in ms UTC. */
export interface PairedBridge {
  readonly systemId: string;
  /** The account and the e-mail address of its owner. */
  readonly accountId: string;
  readonly owner: string;
  /** What the account that sees it may do. */
  readonly access: Access;
  /** When that account stops seeing it; undefined where that does not happen by itself. */
  readonly until: number | undefined;
  readonly name: string;
  readonly pairedAt: number;
  /** When it was last connected, to the minute; `undefined` if it never was. */
  readonly lastSeen: number | undefined;
}

const toBridge = (row: {
  system_id: string;
  account_id: string | null;
  name: string;
  paired_at: number;
  last_seen: number | null;
  access: Access;
  until: number | null;
  owner: string;
}): PairedBridge => ({
  systemId: row.system_id,
  accountId: row.account_id!,
  owner: row.owner,
  access: row.access,
  until: row.until ?? undefined,
  name: row.name,
  pairedAt: row.paired_at,
  lastSeen: row.last_seen ?? undefined,
});

/** The bridges that an account can see, its own and those of others, by system id. */
export const readBridges = async (db: Db, viewer: Viewer): Promise<PairedBridge[]> => {
  const rows = await selectVisible(db, viewer)
    .innerJoin('account', 'account.id', 'bridge.account_id')
    .select(['bridge.system_id', 'bridge.account_id', 'name', 'paired_at'])
    .select(lastSeen.as('last_seen'))
    .select('account.email as owner')
    .select(['visible.access', 'visible.until'])
    .orderBy('bridge.system_id')
    .execute();
  return rows.map(toBridge);
};

/** The public key (JWK) and the account a system id belongs to; undefined if it belongs to no account. */
export const readKey = async (
  db: Db,
  systemId: string,
): Promise<
  | {
      readonly keyId: string;
      readonly jwk: Readonly<Record<string, unknown>>;
      readonly accountId: string;
    }
  | undefined
> => {
  const row = await db
    .selectFrom('bridge')
    .select(['public_key', 'key_id', 'account_id'])
    .where('system_id', '=', systemId)
    .where('account_id', 'is not', null)
    .executeTakeFirst();
  if (typeof row?.public_key !== 'string' || typeof row.key_id !== 'string') return undefined;
  return { keyId: row.key_id, jwk: JSON.parse(row.public_key), accountId: row.account_id! };
};

/** Gives a bridge another name (1 to 60 characters, checked by the HTTP route), for everybody who sees it; false where the account may not. */
export const renameBridge = async (
  db: Db,
  { accountId, now, systemId, name }: Viewer & { readonly systemId: string; readonly name: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('bridge')
    .set({ name })
    .where('system_id', '=', systemId)
    .where('system_id', 'in', ({ selectFrom }) =>
      selectFrom(selectAccess(db, [accountId], now).as('visible'))
        .select('visible.system_id')
        .where('visible.access', 'in', ['manage', 'owner']),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Stores that a token was used, until it expires; false if it was used before. */
export const spendToken = async (
  db: Db,
  { systemId, jti, expiresAt }: { systemId: string; jti: string; expiresAt: number },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_token')
    .values({ id: `${systemId}.${jti}`, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

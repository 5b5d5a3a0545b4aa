import type { Access } from '@plenum/protocol/console';
import { sql } from 'kysely';
import { rowSet } from '../../kernel/database/row-set.ts';
import type { Db } from '../../kernel/database/store.ts';
import { selectAccess, selectVisible, type Viewer } from './access.ts';
import { lastSeen } from './last-seen.ts';

/** A bridge as seen by an account. Times are in ms UTC. */
interface PairedBridge {
  readonly systemId: string;
  /** Account and e-mail address of the owner. */
  readonly accountId: string;
  readonly owner: string;
  /** Access of the viewing account. */
  readonly access: Access;
  /** Time at which the viewing account loses access, or undefined if the access does not expire. */
  readonly until: number | undefined;
  readonly name: string;
  readonly pairedAt: number;
  /** Time at which it was last connected, to the minute; `undefined` if never. */
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

/** Returns the bridges that an account can see, both its own and shared ones, ordered by system id. */
export async function readBridges(db: Db, viewer: Viewer): Promise<PairedBridge[]> {
  const rows = await selectVisible(db, viewer)
    .innerJoin('account', 'account.id', 'bridge.account_id')
    .select(['bridge.system_id', 'bridge.account_id', 'name', 'paired_at'])
    .select(lastSeen.as('last_seen'))
    .select('account.email as owner')
    .select(['visible.access', 'visible.until'])
    .orderBy('bridge.system_id')
    .execute();
  return rows.map(toBridge);
}

/** Returns the public key (JWK) of a system id and the account it belongs to, or `undefined` if it belongs to none. */
export async function readKey(
  db: Db,
  systemId: string,
): Promise<
  | {
      readonly keyId: string;
      readonly jwk: Readonly<Record<string, unknown>>;
      readonly accountId: string;
    }
  | undefined
> {
  const row = await db
    .selectFrom('bridge')
    .select(['public_key', 'key_id', 'account_id'])
    .where('system_id', '=', systemId)
    .where('account_id', 'is not', null)
    .executeTakeFirst();
  if (typeof row?.public_key !== 'string' || typeof row.key_id !== 'string') return undefined;
  return { keyId: row.key_id, jwk: JSON.parse(row.public_key), accountId: row.account_id! };
}

/**
 * Renames a bridge for all accounts that can see it. The HTTP route has checked that the name has 1 to 60 characters.
 * Returns false if the account may not rename the bridge.
 */
export async function renameBridge(
  db: Db,
  { accountId, now, systemId, name }: Viewer & { readonly systemId: string; readonly name: string },
): Promise<boolean> {
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
}

const usedTokenTypes = { id: 'TEXT', expires_at: 'BIGINT' } as const;

/** A token of a bridge that was verified. */
interface SpendableToken {
  readonly systemId: string;
  readonly jti: string;
  readonly expiresAt: number;
}

/**
 * Marks tokens as used, and keeps this record until they expire. Returns those that were not used before; of equal
 * tokens, only the first.
 */
export async function spendTokens<Token extends SpendableToken>(
  db: Db,
  tokens: readonly Token[],
): Promise<ReadonlySet<Token>> {
  const byId = new Map(tokens.toReversed().map((token) => [`${token.systemId}.${token.jti}`, token]));
  const rows = [...byId].map(([id, { expiresAt }]) => ({ id, expires_at: expiresAt }));
  const spent = await db
    .insertInto('used_token')
    .columns(['id', 'expires_at'])
    .expression(sql`SELECT * FROM ${rowSet(db, usedTokenTypes, rows)} AS used WHERE true`)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return new Set(spent.map(({ id }) => byId.get(id)!));
}

export const spendToken = async (db: Db, token: SpendableToken): Promise<boolean> =>
  (await spendTokens(db, [token])).size === 1;

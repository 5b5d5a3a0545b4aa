import type { Db } from '../../kernel/database/store.ts';

/** A bridge as its owner sees it; times in ms UTC. */
export interface Bridge {
  readonly systemId: string;
  readonly accountId: string;
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
}): Bridge => ({
  systemId: row.system_id,
  accountId: row.account_id!,
  name: row.name,
  pairedAt: row.paired_at,
  lastSeen: row.last_seen ?? undefined,
});

const ofAccount = (db: Db, accountId: string) =>
  db
    .selectFrom('bridge')
    .select(['system_id', 'account_id', 'name', 'paired_at', 'last_seen'])
    .where('account_id', '=', accountId);

/** The bridges of an account, by system id. */
export const readBridges = async (db: Db, accountId: string): Promise<Bridge[]> =>
  (await ofAccount(db, accountId).orderBy('system_id').execute()).map(toBridge);

/** One bridge of an account; undefined where it has none of that system id. */
export const readBridge = async (
  db: Db,
  accountId: string,
  systemId: string,
): Promise<Bridge | undefined> => {
  const row = await ofAccount(db, accountId).where('system_id', '=', systemId).executeTakeFirst();
  return row && toBridge(row);
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

/** Gives a bridge of an account another name (1 to 60 characters, checked by the HTTP route); false where it has no such bridge. */
export const renameBridge = async (
  db: Db,
  { accountId, systemId, name }: { accountId: string; systemId: string; name: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('bridge')
    .set({ name })
    .where('system_id', '=', systemId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Stores that a token was used, until it expires; false if it was used before. */
export const useToken = async (
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

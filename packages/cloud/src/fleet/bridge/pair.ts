import type { Db, Transaction } from '../../kernel/database/store.ts';
import type { OwnershipListeners } from './ownership.ts';

/** A bridge that proved it has its key, and the account that allowed it. */
export interface Pairing {
  readonly systemId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly jwk: object;
  readonly now: number;
  /** The most bridges its account may have; any number by default. */
  readonly maxBridges?: number;
}

type Paired = 'paired' | 'system-taken' | 'too-many-bridges';

const forgetComponents = (db: Db, systemId: string) =>
  db.deleteFrom('component').where('system_id', '=', systemId).execute();

/** What every pairing writes, whether or not the bridge had an owner before. */
const toColumns = ({ systemId, accountId, keyId, jwk, now }: Pairing) => ({
  public_key: JSON.stringify(jwk),
  key_id: keyId,
  account_id: accountId,
  name: `Bridge ${systemId}`,
  paired_at: now,
});

const firstPairing = async (db: Db, pairing: Pairing): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bridge')
    .values({
      system_id: pairing.systemId,
      ...toColumns(pairing),
      version: 0,
      epoch: 0,
    })
    .onConflict((conflict) => conflict.column('system_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** Pairs a bridge that was released; its old name and components are deleted. */
const takeReleased = async (db: Db, pairing: Pairing): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('bridge')
    .set((row) => ({
      ...toColumns(pairing),
      released_at: null,
      last_seen: null,
      epoch: row('epoch', '+', 1),
    }))
    .where('system_id', '=', pairing.systemId)
    .where('account_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await forgetComponents(db, pairing.systemId);
  return true;
};

/** Whether the bridge is already paired with this key and account: it did not receive the first answer. */
const isSame = async (db: Db, { systemId, accountId, keyId }: Pairing): Promise<boolean> => {
  const row = await db
    .selectFrom('bridge')
    .select('system_id')
    .where('system_id', '=', systemId)
    .where('account_id', '=', accountId)
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  return row !== undefined;
};

/** Whether an account has as many bridges as it may; its row is locked, so that two pairings do not both find room. */
const isFull = async (db: Db, { accountId, maxBridges = Infinity }: Pairing): Promise<boolean> => {
  if (maxBridges === Infinity) return false;
  await db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const { count } = await db
    .selectFrom('bridge')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count) >= maxBridges;
};

/**
 * Pairs a bridge: its system id belongs to this key and account until it is released. An id that belongs to another
 * key, or to another account, is `system-taken`.
 */
export const pairBridge = async (
  tx: Transaction,
  pairing: Pairing,
  { ownershipChanged }: OwnershipListeners,
): Promise<Paired> => {
  const { db } = tx;
  if (await isFull(db, pairing)) return (await isSame(db, pairing)) ? 'paired' : 'too-many-bridges';
  if ((await firstPairing(db, pairing)) || (await takeReleased(db, pairing))) {
    const { systemId, accountId } = pairing;
    for (const notify of ownershipChanged) await notify(tx, { systemId, accountId, what: 'paired' });
    return 'paired';
  }
  return (await isSame(db, pairing)) ? 'paired' : 'system-taken';
};

/** A bridge that was released; its connections up to `epoch` are no longer valid. */
export interface Released {
  readonly systemId: string;
  readonly epoch: number;
}

/**
 * Releases bridges of an account, one or (without `systemId`) all: deletes their keys and components, and anyone can
 * pair them again. Returns the released bridges, whose connections are to be closed.
 */
export const releaseBridges = async (
  tx: Transaction,
  of: { readonly accountId: string; readonly systemId?: string; readonly now: number },
  { ownershipChanged }: OwnershipListeners,
): Promise<readonly Released[]> => {
  const { accountId, systemId, now } = of;
  const all = tx.db
    .updateTable('bridge')
    .set((row) => ({
      public_key: null,
      key_id: null,
      account_id: null,
      released_at: now,
      connected_node: null,
      time_zone: null,
      epoch: row('epoch', '+', 1),
    }))
    .where('account_id', '=', accountId);
  const rows = await (systemId === undefined ? all : all.where('system_id', '=', systemId))
    .returning(['system_id', 'epoch'])
    .execute();
  for (const row of rows) {
    await forgetComponents(tx.db, row.system_id);
    for (const notify of ownershipChanged)
      await notify(tx, { systemId: row.system_id, accountId, what: 'released' });
  }
  return rows.map(({ system_id, epoch }) => ({ systemId: system_id, epoch }));
};

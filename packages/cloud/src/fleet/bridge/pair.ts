import { limits } from '@plenum/protocol/cloud';
import { createAudit } from '../../identity/account/audit/audit.ts';
import type { Db, Transaction } from '../../kernel/database/store.ts';
import { defaultHouseName } from './house-name.ts';
import type { OwnershipListeners } from './ownership.ts';

/** A bridge that proved possession of its key, and the account that approved the pairing. */
export interface Pairing {
  readonly systemId: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly jwk: object;
  readonly now: number;
  /** IP address of the pairing request. */
  readonly address?: string;
  /**
   * Maximum number of bridges of the account, and of those that have not connected since pairing. Unlimited by default.
   */
  readonly maxBridges?: number;
  readonly maxUnproven?: number;
}

type Paired = 'paired' | 'system-taken' | 'too-many-bridges';

const forgetComponents = (db: Db, systemId: string) =>
  db.deleteFrom('component').where('system_id', '=', systemId).execute();

/** Deletes the guests and invitations of a bridge. Returns the accounts of the guests. */
const deleteMembers = async (db: Db, systemId: string): Promise<string[]> => {
  const rows = await db
    .deleteFrom('bridge_member')
    .where('system_id', '=', systemId)
    .returning('account_id')
    .execute();
  return rows.flatMap(({ account_id }) => account_id ?? []);
};

/** Returns the columns that every pairing writes, whether or not the bridge had an owner before. */
const toColumns = ({ systemId, accountId, keyId, jwk, now }: Pairing) => ({
  public_key: JSON.stringify(jwk),
  key_id: keyId,
  account_id: accountId,
  name: defaultHouseName(systemId),
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

/** Pairs a bridge that was released, and deletes its old name and components. */
const takeReleased = async (db: Db, pairing: Pairing): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('bridge')
    .set((row) => ({
      ...toColumns(pairing),
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

/**
 * Gives a system id that no bridge has had to a hosted house. Its row has no key: no bridge can connect with the id, and
 * none can pair it, because the house counts as connected from the beginning.
 */
export async function pairHosted(
  tx: Transaction,
  {
    systemId,
    accountId,
    name,
    now,
  }: Pick<Pairing, 'systemId' | 'accountId' | 'now'> & { readonly name: string },
  listeners: OwnershipListeners,
): Promise<boolean> {
  // An app that is linked to the account meanwhile could otherwise miss the house (`enqueueLink` of the outbox).
  await tx.db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('bridge')
    .values({
      system_id: systemId,
      public_key: null,
      key_id: null,
      account_id: accountId,
      name,
      paired_at: now,
      last_seen: now,
      version: 0,
      epoch: 0,
    })
    .onConflict((conflict) => conflict.column('system_id').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  for (const notify of listeners.ownershipChanged) await notify(tx, { systemId, accountId, what: 'paired' });
  return true;
}

/**
 * True if the bridge is already paired with this key and account, as happens if the response to its first request was
 * lost.
 */
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

/**
 * True if an account has reached its limit of bridges, or of bridges that have never connected. Locks the account's
 * row, so that two concurrent pairings cannot both pass the check.
 */
const isFull = async (
  db: Db,
  { accountId, maxBridges = Infinity, maxUnproven = Infinity }: Pairing,
): Promise<boolean> => {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const { count, seen } = await db
    .selectFrom('bridge')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.count<number>('last_seen').as('seen')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count) >= maxBridges || Number(count) - Number(seen) >= maxUnproven;
};

/**
 * Releases a system id if its bridge did not connect in time after pairing, because nothing proves that the bridge
 * exists.
 */
const releaseUnproven = async (
  tx: Transaction,
  { systemId, now, address = '' }: Pairing,
  listeners: OwnershipListeners,
): Promise<boolean> => {
  const row = await tx.db
    .selectFrom('bridge')
    .select('account_id')
    .where('system_id', '=', systemId)
    .where('last_seen', 'is', null)
    .where('paired_at', '<=', now - limits.unprovenBridges.time)
    .forUpdate()
    .executeTakeFirst();
  if (row?.account_id == null) return false;
  const accountId = row.account_id;
  await releaseBridges(tx, { accountId, systemId }, listeners);
  const facts = { systemId, by: 'another-pairing' };
  await createAudit(() => now).record(tx.db, { act: 'bridge-released', accountId, address, facts });
  return true;
};

/**
 * Pairs a bridge. Its system id belongs to this key and account until it is released, or for one hour if no bridge with
 * the key connects. An id that belongs to another key or account is refused with `system-taken`.
 */
export async function pairBridge(
  tx: Transaction,
  pairing: Pairing,
  listeners: OwnershipListeners,
): Promise<Paired> {
  const { db } = tx;
  if (await isFull(db, pairing)) return (await isSame(db, pairing)) ? 'paired' : 'too-many-bridges';
  const isNew = (await firstPairing(db, pairing)) || (await takeReleased(db, pairing));
  if (isNew || ((await releaseUnproven(tx, pairing, listeners)) && (await takeReleased(db, pairing)))) {
    const { systemId, accountId } = pairing;
    for (const notify of listeners.ownershipChanged)
      await notify(tx, { systemId, accountId, what: 'paired' });
    return 'paired';
  }
  return (await isSame(db, pairing)) ? 'paired' : 'system-taken';
}

/** A released bridge. Its connections up to `epoch` are no longer valid. */
interface Released {
  readonly systemId: string;
  readonly epoch: number;
  /** Accounts other than the owner that had access to the bridge. */
  readonly guests: readonly string[];
}

/**
 * Releases one bridge of an account, or all of them if `systemId` is missing. Deletes their keys, components and
 * guests, so that any account can pair them, and everything of the bridges of test houses. Returns the released bridges.
 * The caller must close their connections.
 */
export async function releaseBridges(
  tx: Transaction,
  of: { readonly accountId: string; readonly systemId?: string },
  { ownershipChanged }: OwnershipListeners,
): Promise<readonly Released[]> {
  const { accountId, systemId } = of;
  const all = tx.db
    .updateTable('bridge')
    .set((row) => ({
      public_key: null,
      key_id: null,
      account_id: null,
      connected_node: null,
      time_zone: null,
      epoch: row('epoch', '+', 1),
    }))
    .where('account_id', '=', accountId);
  const rows = await (systemId === undefined ? all : all.where('system_id', '=', systemId))
    .returning(['system_id', 'epoch'])
    .execute();
  const released: Released[] = [];
  for (const { system_id, epoch } of rows) {
    await forgetComponents(tx.db, system_id);
    const hosted = await tx.db
      .deleteFrom('sandbox_house')
      .where('system_id', '=', system_id)
      .executeTakeFirst();
    const guests = await deleteMembers(tx.db, system_id);
    for (const notify of ownershipChanged) {
      await notify(tx, { systemId: system_id, accountId, what: 'released' });
      for (const guest of guests)
        await notify(tx, { systemId: system_id, accountId: guest, what: 'unshared' });
    }
    // Nobody can pair the bridge of a test house again.
    if (hosted.numDeletedRows > 0n)
      await tx.db.deleteFrom('bridge').where('system_id', '=', system_id).execute();
    released.push({ systemId: system_id, epoch, guests });
  }
  return released;
}

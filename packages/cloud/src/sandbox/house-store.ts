import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { errorTable } from '@plenum/protocol/error';
import type { KeptEntry, KeptHouse } from '@plenum/protocol/uplink';
import { selectVisible, type Viewer } from '../fleet/bridge/access.ts';
import { hasPassed } from '../kernel/database/has-passed.ts';
import type { Db, Store } from '../kernel/database/store.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Time after which a house of a node that stopped renewing its lease goes to another node, and that of a renewal, in ms. */
export const lease = { time: 7_000, renewal: 2_000 } as const;

/** Time without use after which a house is suspended, in ms. */
export const suspendAfter = 7 * 86_400_000;

/** Maximum number of houses that a node takes over at once, so that the nodes share them. */
const maxClaimed = 200;

export const houseStoreErrors = errorTable('sandbox house', {
  'not-ours': () => 'Another node has this house, or it was deleted.',
  outdated: () => 'A newer copy of this house is stored.',
});

/** A house of this node. */
export interface HouseRef {
  readonly systemId: string;
  readonly nodeId: string;
}

/** A stored house with everything needed to start it. */
export interface StoredHouse {
  readonly developerId: string;
  readonly house: object;
  readonly timeScale: number;
  /** Undefined if the house has not been started yet. */
  readonly kept: KeptHouse | undefined;
  /**
   * Operations with numbers that the copy already includes. A save deletes the operations that it includes, so these
   * were numbered wrongly, and the copy lacks them.
   */
  readonly lost: readonly KeptEntry[];
}

interface HousesToClaim {
  readonly nodeId: string;
  /** The time of leases, which is that of the machines. */
  readonly now: number;
  /** The houses that were last used at this instant, or earlier, stay suspended. */
  readonly usedAfter: number;
  /** If it is given, only this house. */
  readonly systemId?: string;
}

/** Takes the houses that no node has, or one of them, for this node. Returns their system ids. */
export async function claimHouses(
  db: Db,
  { nodeId, now, usedAfter, systemId }: HousesToClaim,
): Promise<readonly string[]> {
  const rows = await db
    .updateTable('sandbox_house')
    .set({ node_id: nodeId, lease_until: now + lease.time })
    .where('system_id', 'in', ({ selectFrom }) =>
      selectFrom('sandbox_house')
        .select('system_id')
        .where(hasPassed('lease_until', now, lease.time))
        .where('used_at', '>', usedAfter)
        .$if(systemId !== undefined, (query) => query.where('system_id', '=', systemId!))
        .orderBy('lease_until')
        .limit(maxClaimed),
    )
    // Another node may have taken it since the selection.
    .where(hasPassed('lease_until', now, lease.time))
    .returning('system_id')
    .execute();
  return rows.map(({ system_id }) => system_id);
}

/** Renews the leases of this node. Returns the houses that it has. */
export async function renewLeases(
  db: Db,
  { nodeId, now }: { readonly nodeId: string; readonly now: number },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .updateTable('sandbox_house')
    .set({ lease_until: now + lease.time })
    .where('node_id', '=', nodeId)
    .returning('system_id')
    .execute();
  return new Set(rows.map(({ system_id }) => system_id));
}

/** Gives houses of this node back, or all houses if no other process can have the store. */
export async function releaseHouses(db: Db, of: { readonly nodeId?: string; readonly systemId?: string }) {
  await db
    .updateTable('sandbox_house')
    .set({ node_id: null, lease_until: 0 })
    .$if(of.nodeId !== undefined, (query) => query.where('node_id', '=', of.nodeId!))
    .$if(of.systemId !== undefined, (query) => query.where('system_id', '=', of.systemId!))
    .execute();
}

/** Returns the houses of this node that nobody has used after an instant. */
export async function readUnused(
  db: Db,
  { nodeId, usedAfter }: { readonly nodeId: string; readonly usedAfter: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('sandbox_house')
    .select('system_id')
    .where('node_id', '=', nodeId)
    .where('used_at', '<=', usedAfter)
    .execute();
  return rows.map(({ system_id }) => system_id);
}

/**
 * Records that the houses of a test user are used now. Returns those that no node has at `leasedAt`, in the time of the
 * machine.
 */
export async function touchHouses(db: Db, viewer: Viewer, leasedAt: number): Promise<readonly string[]> {
  const rows = await db
    .updateTable('sandbox_house')
    .set({ used_at: viewer.now })
    .where('system_id', 'in', selectVisible(db, viewer).select('bridge.system_id'))
    .returning(['system_id', hasPassed('lease_until', leasedAt, lease.time).as('isFree')])
    .execute();
  return rows.filter(({ isFree }) => isFree).map(({ system_id }) => system_id);
}

/** Reads a house of this node; undefined if the node does not have it. */
export async function readHouse(db: Db, { systemId, nodeId }: HouseRef): Promise<StoredHouse | undefined> {
  const row = await db
    .selectFrom('sandbox_house')
    .innerJoin('bridge', 'bridge.system_id', 'sandbox_house.system_id')
    .innerJoin('test_user', 'test_user.account_id', 'bridge.account_id')
    .select(['house', 'scale', 'state', 'state_number', 'developer_account_id'])
    .where('sandbox_house.system_id', '=', systemId)
    .where('sandbox_house.node_id', '=', nodeId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const about = {
    developerId: row.developer_account_id,
    house: JSON.parse(row.house) as object,
    timeScale: row.scale,
  };
  if (row.state === null) return { ...about, kept: undefined, lost: [] };
  const upTo = row.state_number;
  const operations = await db
    .selectFrom('sandbox_operation')
    .select(['number', 'operation as text'])
    .where('system_id', '=', systemId)
    .orderBy('number')
    .execute();
  const store = await decompress(Buffer.from(row.state, 'base64'));
  const since = operations.filter(({ number }) => number > upTo);
  const lost = operations.filter(({ number }) => number <= upTo);
  return { ...about, kept: { store, upTo, since }, lost };
}

/** Stores operations. Throws `not-ours` of `houseStoreErrors` if this node no longer has the house. */
export const keepEntries = (
  store: Store,
  { systemId, nodeId, entries }: HouseRef & { readonly entries: readonly KeptEntry[] },
): Promise<void> =>
  store.transaction('group', async ({ db }) => {
    const row = await db
      .selectFrom('sandbox_house')
      .select('node_id')
      .where('system_id', '=', systemId)
      .forUpdate()
      .executeTakeFirst();
    if (row?.node_id !== nodeId) throw houseStoreErrors.error('not-ours');
    const rows = entries.map(({ number, text }) => ({ system_id: systemId, number, operation: text }));
    await db.insertInto('sandbox_operation').values(rows).execute();
  });

/**
 * Stores a copy of a house, and deletes the operations that it includes. Throws one of `houseStoreErrors` if this node
 * no longer has the house, or if a copy with later operations is stored.
 */
export async function saveHouse(
  store: Store,
  {
    systemId,
    nodeId,
    copy,
  }: HouseRef & { readonly copy: { readonly store: Uint8Array; readonly upTo: number } },
): Promise<void> {
  const state = (await compress(copy.store)).toString('base64');
  await store.transaction('full', async ({ db }) => {
    const { numUpdatedRows } = await db
      .updateTable('sandbox_house')
      .set({ state, state_number: copy.upTo })
      .where('system_id', '=', systemId)
      .where('node_id', '=', nodeId)
      .where('state_number', '<=', copy.upTo)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      const isOurs = (await readOwner(db, systemId)) === nodeId;
      throw houseStoreErrors.error(isOurs ? 'outdated' : 'not-ours');
    }
    await db
      .deleteFrom('sandbox_operation')
      .where('system_id', '=', systemId)
      .where('number', '<=', copy.upTo)
      .execute();
  });
}

const readOwner = async (db: Db, systemId: string): Promise<string | null | undefined> =>
  (
    await db
      .selectFrom('sandbox_house')
      .select('node_id')
      .where('system_id', '=', systemId)
      .executeTakeFirst()
  )?.node_id;

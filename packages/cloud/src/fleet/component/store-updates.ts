import { isDeepStrictEqual } from 'node:util';
import { toComponentId, withoutClock } from '@plenum/protocol/component';
import {
  type ChangedComponent,
  maxBridgeLength,
  maxComponents,
  type UplinkRef,
} from '@plenum/protocol/uplink';
import type { Selectable } from 'kysely';
import { insertRows, isAmong, type RowSetTypes } from '../../kernel/database/row-set.ts';
import type { Db, Transaction } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import { readViewers } from '../bridge/access.ts';
import type { ChangeListeners } from './change-listeners.ts';
import { selectComponents } from './select-components.ts';
import type { StoredChange, StoredComponent, StoredRef } from './types.ts';

/** A message from a bridge: a snapshot of all components (`removed` is undefined), or a change. */
export interface ComponentUpdate {
  readonly systemId: string;
  /** Sequence number of the bridge's connection. */
  readonly epoch: number;
  readonly at: number;
  readonly components: readonly ChangedComponent[];
  readonly removed: readonly UplinkRef[] | undefined;
  /** Returns the `traceparent` of the cloud request that changed a component, if there is one. */
  readonly traceOf?: (component: UplinkRef) => string | undefined;
}

/**
 * Result of storing an update. `change` is undefined if nothing differs. `queued` is the number of events now waiting
 * to be sent to endpoints. `fenced`: the bridge has a newer connection or no owner. `overfull`: the bridge would have
 * more than `maxComponents` components, or more than `maxBridgeLength` characters in them. A fenced or overfull update
 * is not stored at all.
 */
export type IngestResult =
  | { readonly is: 'stored'; readonly change: StoredChange | undefined; readonly queued?: number }
  | { readonly is: 'fenced' | 'overfull' };

/** Differences between an update and the stored components. */
interface Differences {
  readonly changed: readonly StoredComponent[];
  readonly removed: readonly StoredRef[];
  /** Number of changed components that are new. */
  readonly added: number;
  /** Stored rows of the update's components. */
  readonly rows: ReadonlyMap<string, Row>;
}

type Row = Pick<Tables['component'], 'component_id' | 'kind' | 'idx' | 'datagram'>;

const among = (updates: readonly { readonly systemId: string }[]): string[] =>
  updates.map(({ systemId }) => systemId);

const idOf = (systemId: string, ref: UplinkRef): string => toComponentId(systemId, ref)!;

/** Returns the members that differ between a stored component and a new state; undefined if it is not stored. */
const changedMembers = (
  stored: string | null | undefined,
  { kind, datagram }: StoredComponent,
): readonly string[] | undefined => {
  if (typeof stored !== 'string') return undefined;
  if (stored === datagram) return [];
  const read = (text: string) => withoutClock(kind, JSON.parse(text)) as Readonly<Record<string, unknown>>;
  const [before, after] = [read(stored), read(datagram)];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
};

/** Stored components of one bridge, by component id. */
type Rows = ReadonlyMap<string, Row>;

const none: Rows = new Map();

const columns = ['component.system_id', 'component.component_id', 'kind', 'idx', 'datagram'] as const;

/**
 * Returns the stored rows to compare with the updates of different bridges, by system id. For a snapshot these are all
 * rows of its bridge.
 */
const readRows = async (db: Db, updates: readonly ComponentUpdate[]): Promise<ReadonlyMap<string, Rows>> => {
  const snapshots = updates.filter(({ removed }) => removed === undefined);
  const named = updates.flatMap(({ systemId, components, removed }) =>
    removed === undefined
      ? []
      : [...components, ...removed].map((ref) => ({
          system_id: systemId,
          component_id: idOf(systemId, ref),
        })),
  );
  const rows = [];
  if (snapshots.length > 0)
    rows.push(
      ...(await db
        .selectFrom('component')
        .select(columns)
        .where(isAmong(db, 'system_id', among(snapshots)))
        .execute()),
    );
  if (named.length > 0) rows.push(...(await selectComponents(db, named).select(columns).execute()));
  const byBridge = Map.groupBy(rows, ({ system_id }) => system_id);
  return new Map(
    [...byBridge].map(([systemId, its]) => [systemId, new Map(its.map((row) => [row.component_id, row]))]),
  );
};

const goneOf = (update: ComponentUpdate, rows: Rows): StoredRef[] => {
  const { systemId, components, removed } = update;
  const isThere = (id: string) => typeof rows.get(id)?.datagram === 'string';
  if (removed !== undefined)
    return removed
      .map(({ kind, index }) => ({ kind, index, componentId: idOf(systemId, { kind, index }) }))
      .filter(({ componentId }) => isThere(componentId));
  const present = new Set(components.map((ref) => idOf(systemId, ref)));
  return [...rows.values()]
    .filter(({ component_id, datagram }) => datagram !== null && !present.has(component_id))
    .map(({ component_id, kind, idx }) => ({
      componentId: component_id,
      kind: kind as UplinkRef['kind'],
      index: idx,
    }));
};

const toStored = ({ systemId, components, traceOf }: ComponentUpdate, version: number): StoredComponent[] =>
  components.map(({ kind, index, datagram, trace: ownTrace }) => {
    const componentId = idOf(systemId, { kind, index });
    const trace = ownTrace ?? traceOf?.({ kind, index });
    return {
      systemId,
      componentId,
      kind,
      index,
      datagram: JSON.stringify(datagram),
      version,
      ...(trace !== undefined && { trace }),
    };
  });

const differing = (stored: readonly StoredComponent[], rows: Rows): StoredComponent[] =>
  stored.flatMap((each) => {
    const attributes = changedMembers(rows.get(each.componentId)?.datagram, each);
    if (attributes === undefined) return [each];
    return attributes.length === 0 ? [] : [{ ...each, attributes }];
  });

/** A bridge whose updates may be stored. */
interface StoredBridge {
  readonly version: number;
  readonly accountId: string;
  readonly isShared: boolean;
}

/**
 * Returns the bridges that have an owner and no newer connection than their update, by system id. With `isLocking`,
 * locks them in the order of their system ids.
 */
const readBridges = async (
  db: Db,
  updates: readonly ComponentUpdate[],
  { isLocking }: { readonly isLocking: boolean },
): Promise<ReadonlyMap<string, StoredBridge>> => {
  const epochs = new Map(updates.map(({ systemId, epoch }) => [systemId, epoch]));
  const rows = await db
    .selectFrom('bridge')
    .select(['system_id', 'epoch', 'version', 'account_id'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('bridge_member')
          .select('bridge_member.id')
          .whereRef('bridge_member.system_id', '=', 'bridge.system_id'),
      ).as('is_shared'),
    )
    .where(isAmong(db, 'system_id', among(updates)))
    .where('account_id', 'is not', null)
    .orderBy('system_id')
    .$if(isLocking, (query) => query.forNoKeyUpdate())
    .execute();
  return new Map(
    rows
      .filter(({ system_id, epoch }) => epochs.get(system_id) === epoch)
      .map(({ system_id, version, account_id, is_shared }) => [
        system_id,
        { version, accountId: account_id!, isShared: Boolean(is_shared) },
      ]),
  );
};

const differencesOf = (update: ComponentUpdate, version: number, rows: Rows): Differences => {
  const changed = differing(toStored(update, version), rows);
  const removed = goneOf(update, rows);
  const added = changed.filter(
    ({ componentId }) => typeof rows.get(componentId)?.datagram !== 'string',
  ).length;
  return { changed, removed, added, rows };
};

const isEmpty = ({ changed, removed }: Differences): boolean => changed.length === 0 && removed.length === 0;

/**
 * Returns the snapshots that contain nothing new, without taking a lock. After a node restarts, thousands of bridges
 * send data that is already stored. A disk flush for each would delay them all.
 */
const findKnown = async (
  db: Db,
  updates: readonly ComponentUpdate[],
): Promise<ReadonlySet<ComponentUpdate>> => {
  const snapshots = updates.filter(({ removed }) => removed === undefined);
  if (snapshots.length === 0) return new Set();
  const bridges = await readBridges(db, snapshots, { isLocking: false });
  const rows = await readRows(db, snapshots);
  return new Set(
    snapshots.filter((update) => {
      const bridge = bridges.get(update.systemId);
      return (
        bridge !== undefined &&
        isEmpty(differencesOf(update, bridge.version, rows.get(update.systemId) ?? none))
      );
    }),
  );
};

const columnTypes: RowSetTypes<Selectable<Tables['component']>> = {
  system_id: 'TEXT',
  component_id: 'TEXT',
  kind: 'TEXT',
  idx: 'BIGINT',
  datagram: 'TEXT',
  version: 'BIGINT',
  changed_at: 'BIGINT',
};

const write = async (db: Db, changes: readonly StoredChange[]): Promise<void> => {
  const values = changes.flatMap(({ systemId, version, at, changed, removed }) =>
    [...changed, ...removed.map((ref) => ({ ...ref, datagram: null }))].map((one) => ({
      system_id: systemId,
      component_id: one.componentId,
      kind: one.kind,
      idx: one.index,
      datagram: one.datagram,
      version,
      changed_at: at,
    })),
  );
  await insertRows(db, 'component', {
    types: columnTypes,
    rows: values,
    common: {},
    onConflict: (conflict) =>
      conflict.columns(['system_id', 'component_id']).doUpdateSet((row) => ({
        datagram: row.ref('excluded.datagram'),
        version: row.ref('excluded.version'),
        changed_at: row.ref('excluded.changed_at'),
      })),
  });
  await db
    .updateTable('bridge')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where(isAmong(db, 'system_id', among(changes)))
    .execute();
};

const lengthOf = (components: readonly { readonly datagram: string }[]): number =>
  components.reduce((sum, { datagram }) => sum + datagram.length, 0);

/** Returns the growth of the stored components due to an update, in characters; negative if they shrink. */
const growthOf = ({ changed, removed, rows }: Differences): number =>
  lengthOf(changed) -
  [...changed, ...removed].reduce(
    (sum, { componentId }) => sum + (rows.get(componentId)?.datagram?.length ?? 0),
    0,
  );

/** An update with its differences from the stored components. */
interface Compared extends Differences {
  readonly update: ComponentUpdate;
  readonly bridge: StoredBridge;
}

/**
 * Returns the updates that would exceed the limits of their bridges. The frame limit already bounds the components of a
 * snapshot, so stored components are counted only for changes that add some.
 */
const findOverfull = async (db: Db, updates: readonly Compared[]): Promise<ReadonlySet<Compared>> => {
  const isSnapshot = ({ update }: Compared) => update.removed === undefined;
  const overfull = new Set(
    updates.filter((one) => isSnapshot(one) && lengthOf(toStored(one.update, 0)) > maxBridgeLength),
  );
  const growing = updates.filter((one) => !isSnapshot(one) && (one.added > 0 || growthOf(one) > 0));
  if (growing.length === 0) return overfull;
  const rows = await db
    .selectFrom('component')
    .select('system_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>(fn('length', ['datagram'])).as('length'),
    ])
    .where(isAmong(db, 'system_id', among(growing.map(({ update }) => update))))
    .where('datagram', 'is not', null)
    .groupBy('system_id')
    .execute();
  const stored = new Map(rows.map((row) => [row.system_id, row]));
  for (const one of growing) {
    const { count = 0, length = 0 } = stored.get(one.update.systemId) ?? {};
    if (
      Number(count) + one.added - one.removed.length > maxComponents ||
      Number(length) + growthOf(one) > maxBridgeLength
    )
      overfull.add(one);
  }
  return overfull;
};

/** Stores updates, at most one for each bridge. */
const storeRound = async (
  tx: Transaction,
  updates: readonly ComponentUpdate[],
  listeners: ChangeListeners,
): Promise<ReadonlyMap<ComponentUpdate, IngestResult>> => {
  const { db } = tx;
  const results = new Map<ComponentUpdate, IngestResult>();
  const unchanged: IngestResult = { is: 'stored', change: undefined };
  for (const update of await findKnown(db, updates)) results.set(update, unchanged);
  const others = updates.filter((update) => !results.has(update));
  if (others.length === 0) return results;

  const bridges = await readBridges(db, others, { isLocking: true });
  const admitted = others.filter(({ systemId }) => bridges.has(systemId));
  const rows = await readRows(db, admitted);
  const compared = admitted.map((update): Compared => {
    const bridge = bridges.get(update.systemId)!;
    const differences = differencesOf(update, bridge.version + 1, rows.get(update.systemId) ?? none);
    return { update, bridge, ...differences };
  });
  for (const update of others)
    results.set(update, bridges.has(update.systemId) ? unchanged : { is: 'fenced' });
  const different = compared.filter((one) => !isEmpty(one));
  const overfull = await findOverfull(db, different);
  for (const { update } of overfull) results.set(update, { is: 'overfull' });
  const accepted = different.filter((one) => !overfull.has(one));
  if (accepted.length === 0) return results;

  const shared = accepted.filter(({ bridge }) => bridge.isShared).map(({ update }) => update);
  // Includes accounts whose access has expired but is not deleted yet. They get nothing when they read.
  const viewers = shared.length === 0 ? undefined : await readViewers(db, among(shared), 0);
  const changes = accepted.map(
    ({ update: { systemId, at }, bridge, changed, removed, added }): StoredChange => ({
      systemId,
      accountIds: viewers?.get(systemId) ?? [bridge.accountId],
      version: bridge.version + 1,
      at,
      changed,
      removed,
      setChanged: removed.length > 0 || added > 0,
    }),
  );
  await write(db, changes);
  const queued = changes.map(() => 0);
  for (const notify of listeners.componentsChanged)
    for (const [index, count] of (await notify(tx, changes)).entries()) queued[index]! += count;
  for (const [index, change] of changes.entries())
    results.set(accepted[index]!.update, {
      is: 'stored',
      change,
      ...(queued[index]! > 0 && { queued: queued[index]! }),
    });
  return results;
};

/**
 * Stores updates of bridges within a transaction. Each component that differs gets the next version of its bridge.
 * Locks the rows of the bridges first, so that the frames of a bridge are stored one after another even if it has
 * sockets at several nodes. The number of statements does not depend on the number of bridges.
 */
export async function storeUpdates(
  tx: Transaction,
  updates: readonly ComponentUpdate[],
  listeners: ChangeListeners,
): Promise<readonly IngestResult[]> {
  const results = new Map<ComponentUpdate, IngestResult>();
  for (let rest = updates; rest.length > 0; rest = rest.filter((update) => !results.has(update))) {
    // A bridge with two sockets may have two updates. The second is compared with the result of the first.
    const firstOfEach = new Map(rest.toReversed().map((update) => [update.systemId, update]));
    for (const [update, result] of await storeRound(tx, [...firstOfEach.values()], listeners))
      results.set(update, result);
  }
  return updates.map((update) => results.get(update)!);
}

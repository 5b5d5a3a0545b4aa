import { isDeepStrictEqual } from 'node:util';
import { toComponentId, withoutClock } from '@plenum/protocol/component';
import {
  type ChangedComponent,
  maxBridgeLength,
  maxComponents,
  type UplinkRef,
} from '@plenum/protocol/uplink';
import type { Db, Transaction } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import { readViewers } from '../bridge/access.ts';
import type { FleetListeners } from './fleet-listeners.ts';
import type { StoredChange, StoredComponent, StoredRef } from './types.ts';

/** A message of a bridge: a snapshot of everything (`removed` is undefined), or a change. */
export interface ComponentUpdate {
  readonly systemId: string;
  /** The number of its connection. */
  readonly epoch: number;
  readonly at: number;
  readonly components: readonly ChangedComponent[];
  readonly removed: readonly UplinkRef[] | undefined;
  /** The `traceparent` of the request to the cloud that changed a component, where there is one. */
  readonly traceOf?: (component: UplinkRef) => string | undefined;
}

/**
 * `undefined` change: nothing differs. `queued`: the events that wait for endpoints because of it. `fenced`: the bridge
 * has a newer connection, or no owner. `overfull`: it would have more than `maxComponents`, or more than `maxBridgeLength`
 * in them. Of those two nothing was stored.
 */
export type IngestResult =
  | { readonly outcome: 'stored'; readonly change: StoredChange | undefined; readonly queued?: number }
  | { readonly outcome: 'fenced' | 'overfull' };

/** How an update differs from what is stored. */
interface Differences {
  readonly changed: readonly StoredComponent[];
  readonly removed: readonly StoredRef[];
  /** How many of the changed components are new. */
  readonly added: number;
  /** What is stored of the components of the update. */
  readonly rows: ReadonlyMap<string, Row>;
}

type Row = Pick<Tables['component'], 'component_id' | 'kind' | 'idx' | 'datagram'>;

const idOf = (systemId: string, ref: UplinkRef): string => toComponentId(systemId, ref)!;

const isSame = (stored: string | null | undefined, { kind, datagram }: StoredComponent): boolean => {
  if (typeof stored !== 'string') return false;
  const read = (text: string) => withoutClock(kind, JSON.parse(text));
  return stored === datagram || isDeepStrictEqual(read(stored), read(datagram));
};

/** The rows a snapshot or change is compared with. */
const readRows = async (
  db: Db,
  { systemId, components, removed }: ComponentUpdate,
): Promise<Map<string, Row>> => {
  const all = db
    .selectFrom('component')
    .select(['component_id', 'kind', 'idx', 'datagram'])
    .where('system_id', '=', systemId);
  const ids = [...components, ...(removed ?? [])].map((ref) => idOf(systemId, ref));
  if (removed !== undefined && ids.length === 0) return new Map();
  const rows = await (removed === undefined ? all : all.where('component_id', 'in', ids)).execute();
  return new Map(rows.map((row) => [row.component_id, row]));
};

const goneOf = (update: ComponentUpdate, rows: ReadonlyMap<string, Row>): StoredRef[] => {
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
      ...{ systemId, componentId, kind, index, datagram: JSON.stringify(datagram), version },
      ...(trace !== undefined && { trace }),
    };
  });

const differing = (stored: readonly StoredComponent[], rows: ReadonlyMap<string, Row>): StoredComponent[] =>
  stored.filter((each) => !isSame(rows.get(each.componentId)?.datagram, each));

/**
 * Whether a snapshot contains nothing new, found without a write: after the restart of a node thousands of bridges send at once
 * what is already stored, and a disk flush for each would delay them all.
 */
const isKnown = async (db: Db, update: ComponentUpdate): Promise<boolean> => {
  const { systemId, epoch } = update;
  const bridge = await db
    .selectFrom('bridge')
    .select('version')
    .where('system_id', '=', systemId)
    .where('epoch', '=', epoch)
    .where('account_id', 'is not', null)
    .executeTakeFirst();
  if (bridge === undefined) return false;
  const rows = await readRows(db, update);
  return differing(toStored(update, bridge.version), rows).length === 0 && goneOf(update, rows).length === 0;
};

const write = async (db: Db, { systemId, version, at, changed, removed }: StoredChange): Promise<void> => {
  const values = [...changed, ...removed.map((ref) => ({ ...ref, datagram: null }))].map((one) => ({
    system_id: systemId,
    component_id: one.componentId,
    kind: one.kind,
    idx: one.index,
    datagram: one.datagram,
    version,
    changed_at: at,
  }));
  await db
    .insertInto('component')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['system_id', 'component_id']).doUpdateSet((row) => ({
        datagram: row.ref('excluded.datagram'),
        version: row.ref('excluded.version'),
        changed_at: row.ref('excluded.changed_at'),
      })),
    )
    .execute();
};

const lengthOf = (components: readonly { readonly datagram: string }[]): number =>
  components.reduce((sum, { datagram }) => sum + datagram.length, 0);

/** How many components of a bridge are stored, and how many characters they have. */
const measureStored = async (db: Db, systemId: string) => {
  const { count, length } = await db
    .selectFrom('component')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.sum<number>(fn('length', ['datagram'])), eb.lit(0)).as('length'),
    ])
    .where('system_id', '=', systemId)
    .where('datagram', 'is not', null)
    .executeTakeFirstOrThrow();
  return { count: Number(count), length: Number(length) };
};

/** Whether a bridge would have too much after an update; reads what is stored only where there will be more than before. */
const isOverfull = async (
  db: Db,
  update: ComponentUpdate,
  { changed, rows, added, removed }: Differences,
): Promise<boolean> => {
  // A snapshot is everything there is, and its frame bounds how many there are.
  if (update.removed === undefined) return lengthOf(toStored(update, 0)) > maxBridgeLength;
  const before = [...changed, ...removed].map(({ componentId }) => rows.get(componentId)?.datagram ?? '');
  const growth = lengthOf(changed) - before.join('').length;
  if (added <= 0 && growth <= 0) return false;
  const { count, length } = await measureStored(db, update.systemId);
  return count + added - removed.length > maxComponents || length + growth > maxBridgeLength;
};

/** The accounts to notify of a change: also those whose access ended and was not deleted yet, which then find nothing. */
const readNotified = async (db: Db, systemId: string): Promise<readonly string[]> =>
  (await readViewers(db, [systemId], 0)).get(systemId) ?? [];

/**
 * Stores an update of a bridge, within a transaction: each component that differs gets the bridge's next version. The row of the
 * bridge is locked first, so that frames of a bridge are stored one after another, even if several nodes have its sockets.
 */
export const ingestUpdate = async (
  tx: Transaction,
  update: ComponentUpdate,
  listeners: FleetListeners,
): Promise<IngestResult> => {
  const { db } = tx;
  if (update.removed === undefined && (await isKnown(db, update)))
    return { outcome: 'stored', change: undefined };
  const { systemId, epoch, at } = update;
  const bridge = await db
    .updateTable('bridge')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('system_id', '=', systemId)
    .where('epoch', '=', epoch)
    .where('account_id', 'is not', null)
    .returning(['version', 'account_id'])
    .returning(({ exists, selectFrom }) =>
      exists(
        selectFrom('bridge_member')
          .select('bridge_member.id')
          .whereRef('bridge_member.system_id', '=', 'bridge.system_id'),
      ).as('is_shared'),
    )
    .executeTakeFirst();
  if (bridge === undefined) return { outcome: 'fenced' };
  const { version } = bridge;

  const rows = await readRows(db, update);
  const changed = differing(toStored(update, version), rows);
  const removed = goneOf(update, rows);
  if (changed.length === 0 && removed.length === 0) return { outcome: 'stored', change: undefined };

  const isNew = ({ componentId }: StoredRef) => typeof rows.get(componentId)?.datagram !== 'string';
  const added = changed.filter(isNew).length;
  if (await isOverfull(db, update, { changed, rows, added, removed })) return { outcome: 'overfull' };
  const change: StoredChange = {
    systemId,
    accountIds: bridge.is_shared ? await readNotified(db, systemId) : [bridge.account_id!],
    version,
    at,
    changed,
    removed,
    setChanged: removed.length > 0 || added > 0,
  };
  await write(db, change);
  let queued = 0;
  for (const notify of listeners.componentsChanged) queued += (await notify(tx, change)) ?? 0;
  return { outcome: 'stored', change, ...(queued > 0 && { queued }) };
};

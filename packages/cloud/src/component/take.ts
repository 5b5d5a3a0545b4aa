import { isDeepStrictEqual } from 'node:util';
import { toComponentId, type UplinkComponent, type UplinkRef } from '@plenum/protocol';
import type { Db } from '../store/store.ts';
import type { Hooks } from './hooks.ts';
import type { StoredChange, StoredComponent, StoredRef } from './shape.ts';

/** What a bridge said on one of its connections: a snapshot of everything (`removed` is undefined), or a change. */
export interface Intake {
  readonly systemId: string;
  /** The connection it was said on. */
  readonly epoch: number;
  readonly at: number;
  readonly components: readonly UplinkComponent[];
  readonly removed: readonly UplinkRef[] | undefined;
}

/** `undefined` change: nothing differs. `fenced`: the bridge has a newer connection, or no owner; nothing was stored. */
export type Taken =
  | { readonly outcome: 'stored'; readonly change: StoredChange | undefined }
  | { readonly outcome: 'fenced' };

type Row = { component_id: string; kind: string; idx: number; datagram: string | null };

const idOf = (systemId: string, ref: UplinkRef): string => toComponentId(systemId, ref)!;

const isSame = (stored: string | null | undefined, text: string): boolean =>
  typeof stored === 'string' && (stored === text || isDeepStrictEqual(JSON.parse(stored), JSON.parse(text)));

/** The rows a snapshot or change is compared with. */
const readRows = async (db: Db, { systemId, components, removed }: Intake): Promise<Map<string, Row>> => {
  const all = db
    .selectFrom('component')
    .select(['component_id', 'kind', 'idx', 'datagram'])
    .where('system_id', '=', systemId);
  const ids = [...components, ...(removed ?? [])].map((ref) => idOf(systemId, ref));
  if (removed !== undefined && ids.length === 0) return new Map();
  const rows = await (removed === undefined ? all : all.where('component_id', 'in', ids)).execute();
  return new Map(rows.map((row) => [row.component_id, row]));
};

const goneOf = (intake: Intake, rows: ReadonlyMap<string, Row>): StoredRef[] => {
  const { systemId, components, removed } = intake;
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

/**
 * Stores what a bridge said, within a transaction: each component that differs gets the bridge's next version. The row
 * of the bridge is taken first, so that one frame of a bridge is stored after the other whatever node has its socket.
 */
export const takeIntake = async (db: Db, intake: Intake, hooks: Hooks): Promise<Taken> => {
  const { systemId, epoch, at } = intake;
  const bridge = await db
    .updateTable('bridge')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('system_id', '=', systemId)
    .where('epoch', '=', epoch)
    .where('account_id', 'is not', null)
    .returning(['version', 'account_id'])
    .executeTakeFirst();
  if (bridge === undefined) return { outcome: 'fenced' };
  const { version } = bridge;

  const rows = await readRows(db, intake);
  const changed = intake.components
    .map(({ kind, index, datagram }): StoredComponent => {
      const componentId = idOf(systemId, { kind, index });
      return { systemId, componentId, kind, index, datagram: JSON.stringify(datagram), version };
    })
    .filter(({ componentId, datagram }) => !isSame(rows.get(componentId)?.datagram, datagram));
  const removed = goneOf(intake, rows);
  if (changed.length === 0 && removed.length === 0) return { outcome: 'stored', change: undefined };

  const isNew = ({ componentId }: StoredRef) => typeof rows.get(componentId)?.datagram !== 'string';
  const change: StoredChange = {
    systemId,
    accountId: bridge.account_id!,
    version,
    at,
    changed,
    removed,
    setChanged: removed.length > 0 || changed.some(isNew),
  };
  await write(db, change);
  for (const hook of hooks.stored) await hook(db, change);
  return { outcome: 'stored', change };
};

import type { UplinkRef } from '@plenum/protocol';
import type { CompiledQuery } from 'kysely';
import type { Db } from '../store/store.ts';
import type { StoredComponent, StoredRef } from './shape.ts';

/** How far a watcher has come: for each bridge the version up to which it knows the components. */
export type Cursor = Readonly<Record<string, number>>;

/** What is new since a cursor; the bridges in `cursor` are all the account has now. */
export interface Since {
  readonly changed: readonly StoredComponent[];
  readonly removed: readonly (StoredRef & { readonly systemId: string; readonly version: number })[];
  readonly cursor: Cursor;
}

const columns = [
  'component.system_id',
  'component.component_id',
  'component.kind',
  'component.idx',
  'component.datagram',
  'component.version',
] as const;

interface Row {
  system_id: string;
  component_id: string;
  kind: string;
  idx: number;
  datagram: string | null;
  version: number;
}

const toRef = ({ system_id, component_id, kind, idx, version }: Row) => ({
  systemId: system_id,
  componentId: component_id,
  kind: kind as UplinkRef['kind'],
  index: idx,
  version,
});

const toComponent = (row: Row): StoredComponent => ({ ...toRef(row), datagram: row.datagram! });

const ofAccount = (db: Db, accountId: string) =>
  db
    .selectFrom('component')
    .innerJoin('bridge', 'bridge.system_id', 'component.system_id')
    .select(columns)
    .where('bridge.account_id', '=', accountId);

/** All components of an account, by bridge and kind (Discover). */
export const readComponents = async (db: Db, accountId: string): Promise<StoredComponent[]> => {
  const rows = await ofAccount(db, accountId)
    .where('component.datagram', 'is not', null)
    .orderBy('component.system_id')
    .orderBy('component.kind')
    .orderBy('component.idx')
    .execute();
  return rows.map(toComponent);
};

/** The one query of the hot path, compiled once for each database: compiling takes longer than running it. */
const oneComponent = new WeakMap<Db, CompiledQuery<Row>>();

const compileOne = (db: Db): CompiledQuery<Row> => {
  const compiled =
    oneComponent.get(db) ??
    ofAccount(db, '')
      .where('component.system_id', '=', '')
      .where('component.component_id', '=', '')
      .where('component.datagram', 'is not', null)
      .compile();
  oneComponent.set(db, compiled);
  return compiled;
};

/** One component of an account by its neutral id (Query); undefined where the account has none of that id. */
export const readComponent = async (
  db: Db,
  accountId: string,
  { systemId, componentId }: { readonly systemId: string; readonly componentId: string },
): Promise<StoredComponent | undefined> => {
  const parameters = [accountId, systemId, componentId];
  const { rows } = await db.executeQuery<Row>({ ...compileOne(db), parameters });
  return rows[0] && toComponent(rows[0]);
};

/**
 * What changed for an account since a cursor, oldest version first (Watch); with an empty cursor all it has. The
 * versions of a bridge are committed in their order, so that nothing at or below a cursor comes later. A bridge that
 * the cursor names and the account has no more is not in the new cursor.
 */
export const readSince = async (db: Db, accountId: string, cursor: Cursor): Promise<Since> => {
  const bridges = await db
    .selectFrom('bridge')
    .select(['system_id', 'version'])
    .where('account_id', '=', accountId)
    .orderBy('system_id')
    .execute();
  const behind = bridges.filter(({ system_id, version }) => version > knownOf(cursor, system_id));
  const rows: Row[] = [];
  for (const { system_id, version } of behind)
    rows.push(
      ...(await ofAccount(db, accountId)
        .where('component.system_id', '=', system_id)
        .where('component.version', '>', knownOf(cursor, system_id))
        .where('component.version', '<=', version)
        .orderBy('component.version')
        .orderBy('component.kind')
        .orderBy('component.idx')
        .execute()),
    );
  return {
    changed: rows.filter(({ datagram }) => datagram !== null).map(toComponent),
    removed: rows
      .filter(({ datagram, system_id }) => datagram === null && Object.hasOwn(cursor, system_id))
      .map(toRef),
    cursor: Object.fromEntries(bridges.map(({ system_id, version }) => [system_id, version])),
  };
};

const knownOf = (cursor: Cursor, systemId: string): number =>
  Object.hasOwn(cursor, systemId) ? cursor[systemId]! : 0;

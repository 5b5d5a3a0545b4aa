import { controlZoneOf } from '@plenum/insight/status';
import { toComponentId } from '@plenum/protocol/component';
import type { UplinkRef } from '@plenum/protocol/uplink';
import type { Db } from '../../kernel/database/store.ts';
import type { Tables } from '../../kernel/schema/tables.ts';
import { selectVisible, type Viewer } from '../bridge/access.ts';
import { readBridges } from '../bridge/store.ts';
import type { BridgeCursor } from './cursor.ts';
import type { StoredComponent, StoredRef } from './types.ts';

/** The changes of a bridge since a cursor, and the cursor after them. */
export interface ChangesSince extends BridgeCursor {
  /** Latest time of the house among the changes, ms UTC; 0 if there are none. */
  readonly at: number;
  /** Ordered by version, oldest first. */
  readonly changed: readonly StoredComponent[];
  readonly removed: readonly (StoredRef & { readonly systemId: string; readonly version: number })[];
}

const columns = [
  'component.system_id',
  'component.component_id',
  'component.kind',
  'component.idx',
  'component.datagram',
  'component.version',
  'component.changed_at',
] as const;

type Row = Tables['component'];

const toRef = ({ system_id, component_id, kind, idx, version }: Row) => ({
  systemId: system_id,
  componentId: component_id,
  kind: kind as UplinkRef['kind'],
  index: idx,
  version,
});

const toComponent = (row: Row): StoredComponent => ({ ...toRef(row), datagram: row.datagram! });

const visibleTo = (db: Db, viewer: Viewer) =>
  selectVisible(db, viewer).innerJoin('component', 'component.system_id', 'bridge.system_id').select(columns);

/**
 * Number of bridges whose components are read together, a trade-off between round trips and memory for large bridges.
 */
const bridgesAtOnce = 4;

/**
 * Yields all components that an account can see, by bridge and kind (Discover). Reads a few bridges at a time, and the
 * next ones only after those were consumed, to limit memory. Checks the access again for each group.
 */
export async function* readByBridge(
  db: Db,
  { accountId, now }: { readonly accountId: string; readonly now: () => number },
): AsyncGenerator<readonly StoredComponent[], void> {
  const bridges = await readBridges(db, { accountId, now: now() });
  for (let from = 0; from < bridges.length; from += bridgesAtOnce) {
    const some = bridges.slice(from, from + bridgesAtOnce).map(({ systemId }) => systemId);
    const rows = await visibleTo(db, { accountId, now: now() })
      .where('component.system_id', 'in', some)
      .where('component.datagram', 'is not', null)
      .orderBy('component.system_id')
      .orderBy('component.kind')
      .orderBy('component.idx')
      .execute();
    yield rows.map(toComponent);
  }
}

/** Number of ids in one statement. SQLite allows 32,766 values. */
const idsAtOnce = 1_000;

/** The ducted unit of a house, and the zone chosen by the installer to control it, as JSON. */
interface UnitOfHouse {
  readonly unit: string;
  readonly leader: string | undefined;
}

/**
 * Returns the ducted units of the houses that an account can see, by system id. Omits bridges that have not sent one.
 */
export async function readUnits(db: Db, viewer: Viewer): Promise<ReadonlyMap<string, UnitOfHouse>> {
  const stored = visibleTo(db, viewer).where('component.datagram', 'is not', null);
  const units = await stored.where('component.kind', '=', 'unit').execute();
  const leaderIds = units.flatMap(({ system_id: systemId, datagram }) => {
    const index = controlZoneOf(JSON.parse(datagram!));
    return index === undefined ? [] : (toComponentId(systemId, { kind: 'zone', index }) ?? []);
  });
  const leaderOf = new Map<string, string>();
  for (let from = 0; from < leaderIds.length; from += idsAtOnce) {
    const some = leaderIds.slice(from, from + idsAtOnce);
    const rows = await stored.where('component.component_id', 'in', some).execute();
    for (const { system_id, datagram } of rows) leaderOf.set(system_id, datagram!);
  }
  return new Map(
    units.map(({ system_id, datagram }) => [system_id, { unit: datagram!, leader: leaderOf.get(system_id) }]),
  );
}

/**
 * Returns the changes after version `known` of a bridge that an account can see (Watch), or the whole bridge if `known`
 * is undefined. Returns `undefined` if the account cannot see the bridge. One statement reads the version and the
 * components, so they match. The versions of a bridge are committed in order, so no change with this version or a lower
 * one can appear later.
 */
export async function readSince(
  db: Db,
  viewer: Viewer,
  { systemId, known }: { readonly systemId: string; readonly known: number | undefined },
): Promise<ChangesSince | undefined> {
  const found = await selectVisible(db, viewer)
    .leftJoin('component', (join) =>
      join.onRef('component.system_id', '=', 'bridge.system_id').on('component.version', '>', known ?? 0),
    )
    .select(['bridge.paired_at', 'bridge.generation', 'bridge.version as reached', ...columns])
    .where('bridge.system_id', '=', systemId)
    .orderBy('component.version')
    .orderBy('component.kind')
    .orderBy('component.idx')
    .execute();
  const [first] = found;
  if (first === undefined) return undefined;
  const rows = found.filter(({ component_id }) => component_id !== null) as Row[];
  return {
    pairedAt: first.paired_at,
    generation: first.generation,
    version: first.reached,
    at: Math.max(0, ...rows.map(({ changed_at }) => changed_at)),
    changed: rows.filter(({ datagram }) => datagram !== null).map(toComponent),
    removed: known === undefined ? [] : rows.filter(({ datagram }) => datagram === null).map(toRef),
  };
}

import { maxAlertHouses } from '@plenum/protocol/alert';
import { type ComponentKind, type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { selectVisible, type Viewer } from '../fleet/bridge/access.ts';
import { lastSeen } from '../fleet/bridge/last-seen.ts';
import type { Db } from '../kernel/database/store.ts';

/** A house that an account can see, with only the facts that show if anything changed. */
export interface SeenHouse {
  readonly systemId: string;
  readonly name: string;
  readonly version: number;
  readonly isReached: boolean;
}

/**
 * A crashed node leaves its bridges recorded as connected, but no longer updates their last-seen time. After this time,
 * in ms, they count as disconnected.
 */
const unseenAfter = 5 * 60_000;

/**
 * Reads the houses that an account can currently see: its own, and those shared with it. Connections keep the time of
 * the machine, `machineNow`.
 */
export async function readHouses(db: Db, viewer: Viewer, machineNow: number): Promise<readonly SeenHouse[]> {
  const rows = await selectVisible(db, viewer)
    .select(['bridge.system_id', 'bridge.name', 'bridge.version', 'connected_node'])
    .select(lastSeen.as('last_seen'))
    // A bridge that has never connected does not count as disconnected.
    .where('bridge.last_seen', 'is not', null)
    .orderBy('bridge.system_id')
    .limit(maxAlertHouses)
    .execute();
  return rows.map(({ system_id, name, version, connected_node, last_seen }) => ({
    systemId: system_id,
    name,
    version,
    isReached: connected_node !== null && (last_seen ?? 0) > machineNow - unseenAfter,
  }));
}

/** Kinds of components that can have alerts. */
const kinds: readonly ComponentKind[] = [
  ...(['unit', 'zone', 'split', 'vrf', 'irrigation', 'station', 'power', 'powerStatus'] as const),
];

/** Reads the components of a house from which alerts are derived, as the bridge last sent them. */
export async function readDatagrams(db: Db, systemId: string): Promise<Datagrams> {
  const rows = await db
    .selectFrom('component')
    .select(['kind', 'datagram'])
    .where('system_id', '=', systemId)
    .where('kind', 'in', [...kinds])
    .where('datagram', 'is not', null)
    .orderBy('kind')
    .orderBy('idx')
    .execute();
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  const read = kinds.map((kind) => [
    kind,
    (byKind.get(kind) ?? []).map(({ datagram }) => JSON.parse(datagram!) as object),
  ]);
  return { ...nothingInstalled, ...Object.fromEntries(read) };
}

import type { Access } from '@plenum/protocol/console';
import type { UplinkRef } from '@plenum/protocol/uplink';
import type { Db } from '../../kernel/database/store.ts';
import { selectVisible, type Viewer } from '../bridge/access.ts';
import { lastSeen } from '../bridge/last-seen.ts';
import { type BridgeCursor, canResume } from './cursor.ts';
import { type ChangesSince, readSince } from './read.ts';

/**
 * An update about one bridge, in the form of its `GET /events`: either all components or only the changed ones, each in
 * full.
 */
export interface HouseUpdate {
  readonly event: 'snapshot' | 'change';
  /** Last known time of the house, ms UTC. */
  readonly at: number;
  readonly components: readonly {
    readonly kind: UplinkRef['kind'];
    readonly index: number;
    /** JSON, exactly as the bridge sent it. */
    readonly datagram: string;
  }[];
}

/** A bridge that an account can see, with its name and its changes. `update` is undefined if nothing changed. */
interface AccountHouse {
  readonly name: string;
  readonly lastSeen: number | undefined;
  /** IANA time zone of the house's clocks as sent by the bridge, or undefined if it sent none. */
  readonly timeZone: string | undefined;
  readonly access: Access;
  /** Time at which the account loses access, or undefined if the access does not expire. */
  readonly until: number | undefined;
  readonly cursor: BridgeCursor;
  readonly update: HouseUpdate | undefined;
}

const toUpdate = (event: HouseUpdate['event'], { at, changed: components }: ChangesSince): HouseUpdate => ({
  event,
  at,
  components,
});

const toCursor = ({ pairedAt, generation, version }: ChangesSince): BridgeCursor => ({
  pairedAt,
  generation,
  version,
});

/**
 * Reads the changes since a cursor of a bridge that an account can see. Returns a snapshot if there is no cursor, if
 * the bridge was paired again, if the store was reset to an older state, or if a component was removed, because a
 * change cannot express a removal. Returns `undefined` if the account cannot see the bridge.
 */
export async function readHouse(
  db: Db,
  { systemId, ...viewer }: Viewer & { readonly systemId: string },
  since: BridgeCursor | undefined,
): Promise<AccountHouse | undefined> {
  const row = await selectVisible(db, viewer)
    .select(['name', 'time_zone', 'paired_at', 'generation', 'version'])
    .select(lastSeen.as('last_seen'))
    .select(['visible.access', 'visible.until'])
    .where('bridge.system_id', '=', systemId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { name, access, time_zone: timeZone } = row;
  const until = row.until ?? undefined;
  const house = {
    name,
    access,
    until,
    lastSeen: row.last_seen ?? undefined,
    timeZone: timeZone ?? undefined,
  };
  const read = (known?: number) => readSince(db, viewer, { systemId, known });

  const current = { pairedAt: row.paired_at, generation: row.generation, version: row.version };
  if (canResume(since, current)) {
    if (since.version === current.version) return { ...house, cursor: since, update: undefined };
    const found = await read(since.version);
    if (found !== undefined && canResume(since, found) && found.removed.length === 0) {
      const update = found.changed.length === 0 ? undefined : toUpdate('change', found);
      return { ...house, cursor: toCursor(found), update };
    }
  }
  const found = await read();
  return found && { ...house, cursor: toCursor(found), update: toUpdate('snapshot', found) };
}

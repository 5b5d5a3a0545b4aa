import type { UplinkRef } from '@plenum/protocol/uplink';
import type { Db } from '../../kernel/database/store.ts';
import { type BridgeCursor, canResume } from './cursor.ts';
import { type ChangesSince, readSince } from './read.ts';

/** What is to be told of one bridge, as `GET /events` of a bridge tells it: all it has, or whole changed components. */
export interface HouseUpdate {
  readonly event: 'snapshot' | 'change';
  /** The last instant of the house that is known, ms UTC. */
  readonly at: number;
  readonly components: readonly {
    readonly kind: UplinkRef['kind'];
    readonly index: number;
    /** JSON, to the letter as the bridge sent it. */
    readonly datagram: string;
  }[];
}

/** A bridge of an account as its owner calls it, and what is new of it; `news` is undefined where nothing is. */
export interface House {
  readonly name: string;
  readonly lastSeen: number | undefined;
  /** IANA name of the time zone its clocks show, as the bridge told it; undefined where it told none. */
  readonly timeZone: string | undefined;
  readonly cursor: BridgeCursor;
  readonly update: HouseUpdate | undefined;
}

const toNews = (event: HouseUpdate['event'], { at, changed: components }: ChangesSince): HouseUpdate => ({
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
 * What became of a bridge of an account since a place: everything where there is none yet, where it was paired anew, where
 * the store went back, or where a component is gone (a change has no word for that). Undefined where it is not theirs.
 */
export const readHouse = async (
  db: Db,
  { accountId, systemId }: { readonly accountId: string; readonly systemId: string },
  since: BridgeCursor | undefined,
): Promise<House | undefined> => {
  const row = await db
    .selectFrom('bridge')
    .select(['name', 'last_seen', 'time_zone', 'paired_at', 'generation', 'version'])
    .where('system_id', '=', systemId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { name, last_seen: lastSeen, time_zone: timeZone } = row;
  const house = { name, lastSeen: lastSeen ?? undefined, timeZone: timeZone ?? undefined };
  const read = (known?: number) => readSince(db, accountId, { systemId, known });

  const current = { pairedAt: row.paired_at, generation: row.generation, version: row.version };
  if (canResume(since, current)) {
    if (since.version === current.version) return { ...house, cursor: since, update: undefined };
    const found = await read(since.version);
    if (found !== undefined && canResume(since, found) && found.removed.length === 0) {
      const news = found.changed.length === 0 ? undefined : toNews('change', found);
      return { ...house, cursor: toCursor(found), update: news };
    }
  }
  const found = await read();
  return found && { ...house, cursor: toCursor(found), update: toNews('snapshot', found) };
};

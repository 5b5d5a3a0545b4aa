import type { UplinkRef } from '@plenum/protocol';
import type { Db } from '../store/store.ts';

/** How far a listener has come with one bridge: its pairing, and the version of it they know. */
export interface HousePlace {
  readonly pairedAt: number;
  readonly version: number;
}

/** What is to be told of one bridge, as `GET /events` of a bridge tells it: all it has, or whole changed components. */
export interface HouseNews {
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
  readonly place: HousePlace;
  readonly news: HouseNews | undefined;
}

const readRows = async (db: Db, systemId: string, { after, upTo }: { after: number; upTo: number }) =>
  db
    .selectFrom('component')
    .select(['kind', 'idx', 'datagram', 'changed_at'])
    .where('system_id', '=', systemId)
    .where('version', '>', after)
    .where('version', '<=', upTo)
    .orderBy('kind')
    .orderBy('idx')
    .execute();

type Rows = Awaited<ReturnType<typeof readRows>>;

const toNews = (event: HouseNews['event'], rows: Rows): HouseNews => ({
  event,
  at: Math.max(0, ...rows.map(({ changed_at: at }) => at)),
  components: rows.flatMap(({ kind, idx, datagram }) =>
    datagram === null ? [] : { kind: kind as UplinkRef['kind'], index: idx, datagram },
  ),
});

/**
 * What became of a bridge of an account since a place: everything where there is none yet, where it was paired anew, where
 * the store went back, or where a component is gone (a change has no word for that). Undefined where it is not theirs.
 */
export const readHouse = async (
  db: Db,
  { accountId, systemId }: { readonly accountId: string; readonly systemId: string },
  since: HousePlace | undefined,
): Promise<House | undefined> => {
  const row = await db
    .selectFrom('bridge')
    .select(['name', 'last_seen', 'time_zone', 'paired_at', 'version'])
    .where('system_id', '=', systemId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { name, version, paired_at: pairedAt } = row;
  const house = {
    name,
    lastSeen: row.last_seen ?? undefined,
    timeZone: row.time_zone ?? undefined,
    place: { pairedAt, version },
  };
  const isKnown = since !== undefined && since.pairedAt === pairedAt && since.version <= version;
  if (isKnown && since.version === version) return { ...house, news: undefined };
  if (isKnown) {
    const changed = await readRows(db, systemId, { after: since.version, upTo: version });
    if (changed.every(({ datagram }) => datagram !== null))
      return { ...house, news: changed.length === 0 ? undefined : toNews('change', changed) };
  }
  return { ...house, news: toNews('snapshot', await readRows(db, systemId, { after: -1, upTo: version })) };
};

import { readSince } from '../component/read.ts';
import type { StoredComponent } from '../component/shape.ts';
import type { Db } from '../store/store.ts';
import type { WatchCursor } from './cursor.ts';

/** What a watcher is told of one bridge. */
export interface News {
  readonly systemId: string;
  /** Whether `components` are all the bridge has. */
  readonly snapshot: boolean;
  readonly components: readonly StoredComponent[];
  /** Ids of those that are gone. */
  readonly removed: readonly string[];
  /** How far the watcher has come when it has heard this. */
  readonly cursor: WatchCursor;
}

const readBridges = (db: Db, accountId: string) =>
  db
    .selectFrom('bridge')
    .select(['system_id', 'paired_at', 'version'])
    .where('account_id', '=', accountId)
    .execute();

/**
 * What an account's components became since a cursor, bridge by bridge: everything of a bridge the cursor does not know
 * (or knows from an earlier pairing, or further than it is, as after a restored backup), else what changed, with nothing
 * left out and nothing said twice.
 */
export const readNews = async (
  db: Db,
  accountId: string,
  cursor: WatchCursor,
): Promise<{ readonly news: readonly News[]; readonly cursor: WatchCursor }> => {
  const bridges = new Map((await readBridges(db, accountId)).map((row) => [row.system_id, row]));
  const isKnown = (systemId: string): boolean => {
    const [place, bridge] = [cursor.get(systemId), bridges.get(systemId)];
    return place !== undefined && place.pairedAt === bridge?.paired_at && place.version <= bridge.version;
  };
  const known = [...cursor].filter(([systemId]) => isKnown(systemId));
  const since = await readSince(
    db,
    accountId,
    Object.fromEntries(known.map(([systemId, { version }]) => [systemId, version])),
  );
  const changed = Map.groupBy(since.changed, ({ systemId }) => systemId);
  const removed = Map.groupBy(since.removed, ({ systemId }) => systemId);

  const reached = new Map(cursor);
  const news: News[] = [];
  const tell = (systemId: string, about: { snapshot: boolean }) => {
    const components = changed.get(systemId) ?? [];
    const gone = (removed.get(systemId) ?? []).map(({ componentId }) => componentId);
    if (!about.snapshot && components.length === 0 && gone.length === 0) return;
    news.push({ systemId, ...about, components, removed: gone, cursor: new Map(reached) });
  };
  for (const systemId of cursor.keys())
    if (!bridges.has(systemId) && !Object.hasOwn(since.cursor, systemId)) {
      reached.delete(systemId);
      tell(systemId, { snapshot: true });
    }
  for (const [systemId, version] of Object.entries(since.cursor)) {
    const bridge = bridges.get(systemId);
    // Paired since the bridges were read: its turn is next time.
    if (bridge === undefined) continue;
    reached.set(systemId, { pairedAt: bridge.paired_at, version });
    tell(systemId, { snapshot: !isKnown(systemId) });
  }
  return { news, cursor: reached };
};

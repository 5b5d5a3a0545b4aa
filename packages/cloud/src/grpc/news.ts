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
    .orderBy('system_id')
    .execute();

/**
 * What an account's components became since a cursor, bridge by bridge: everything of a bridge the cursor does not know
 * (or knows from an earlier pairing, or further than it is, as after a restored backup), else what changed, with nothing
 * left out and nothing said twice. Each bridge is read when it is asked for: however many there are, one is in memory.
 */
export async function* readNews(db: Db, accountId: string, cursor: WatchCursor): AsyncGenerator<News, void> {
  const bridges = await readBridges(db, accountId);
  const present = new Set(bridges.map(({ system_id }) => system_id));
  const reached = new Map(cursor);
  for (const systemId of cursor.keys())
    if (!present.has(systemId)) {
      reached.delete(systemId);
      yield { systemId, snapshot: true, components: [], removed: [], cursor: new Map(reached) };
    }
  for (const { system_id: systemId, paired_at, version } of bridges) {
    const place = cursor.get(systemId);
    const isKnown = place !== undefined && place.pairedAt === paired_at && place.version <= version;
    if (isKnown && place.version === version) continue;
    const since = await readSince(db, accountId, { systemId, known: isKnown ? place.version : undefined });
    // Released or paired since the bridges were read: its turn is next time.
    if (since === undefined || since.pairedAt !== paired_at) continue;
    reached.set(systemId, { pairedAt: paired_at, version: since.version });
    const { changed: components, removed } = since;
    if (isKnown && components.length === 0 && removed.length === 0) continue;
    const gone = removed.map(({ componentId }) => componentId);
    yield { systemId, snapshot: !isKnown, components, removed: gone, cursor: new Map(reached) };
  }
}

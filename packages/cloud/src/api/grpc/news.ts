import { type BridgeCursor, canResume } from '../../fleet/component/cursor.ts';
import { readSince } from '../../fleet/component/read.ts';
import type { StoredComponent } from '../../fleet/component/types.ts';
import type { Db } from '../../kernel/database/store.ts';
import type { Places } from './cursor.ts';

/** What a watcher is told of one bridge. */
export interface News {
  readonly systemId: string;
  /** Whether `components` are all the bridge has. */
  readonly snapshot: boolean;
  readonly components: readonly StoredComponent[];
  /** Ids of those that are gone. */
  readonly removed: readonly string[];
  /** How far the watcher has come with the bridge when it has heard this; undefined where the bridge is gone. */
  readonly place: BridgeCursor | undefined;
}

/** Whose news are read: those of an account, after the places its watcher has come to, of all its bridges or among some. */
export interface NewsAsked {
  readonly accountId: string;
  readonly places: Places;
  readonly among?: ReadonlySet<string> | undefined;
}

/** Names filled up to a power of two with one of them: few forms of the statement are kept, not one for every count. */
const fillUp = (names: ReadonlySet<string>): string[] => {
  const all = [...names];
  const length = 2 ** Math.ceil(Math.log2(all.length));
  return [...all, ...Array<string>(length - all.length).fill(all[0]!)];
};

const readBridges = (db: Db, { accountId, among }: NewsAsked) =>
  db
    .selectFrom('bridge')
    .select(['system_id', 'paired_at', 'generation', 'version'])
    .where('account_id', '=', accountId)
    .$if(among !== undefined, (query) => query.where('system_id', 'in', fillUp(among!)))
    .orderBy('system_id')
    .execute();

/**
 * What an account's components became since a watcher was told, bridge by bridge: everything of a bridge without a place
 * (or with one of an earlier pairing, or ahead of it, as after a restored backup), else what changed, with nothing left out
 * and nothing said twice. Each bridge is read when it is asked for: however many there are, one is in memory.
 */
export async function* readNews(db: Db, asked: NewsAsked): AsyncGenerator<News, void> {
  const { accountId, places, among = places } = asked;
  const bridges = await readBridges(db, asked);
  const present = new Set(bridges.map(({ system_id }) => system_id));
  for (const systemId of among.keys())
    if (places.has(systemId) && !present.has(systemId))
      yield { systemId, snapshot: true, components: [], removed: [], place: undefined };
  for (const { system_id: systemId, paired_at: pairedAt, generation, version } of bridges) {
    const place = places.get(systemId);
    const isKnown = canResume(place, { pairedAt, generation, version });
    if (isKnown && place.version === version) continue;
    const since = await readSince(db, accountId, { systemId, known: isKnown ? place.version : undefined });
    // Released or paired since the bridges were read: its turn is next time.
    if (since?.pairedAt !== pairedAt || since.generation !== generation) continue;
    const { changed: components, removed } = since;
    if (isKnown && components.length === 0 && removed.length === 0) continue;
    const gone = removed.map(({ componentId }) => componentId);
    const reached = { pairedAt, generation, version: since.version };
    yield { systemId, snapshot: !isKnown, components, removed: gone, place: reached };
  }
}

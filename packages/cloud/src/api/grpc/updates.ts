import type { ComponentKind } from '@plenum/protocol/component';
import { selectVisible, type Viewer } from '../../fleet/bridge/access.ts';
import { type BridgeCursor, canResume } from '../../fleet/component/cursor.ts';
import { readSince } from '../../fleet/component/read.ts';
import type { StoredComponent } from '../../fleet/component/types.ts';
import type { Db } from '../../kernel/database/store.ts';
import type { Cursors } from './cursor.ts';

/** An update about one bridge for a watcher. */
export interface BridgeUpdate {
  readonly systemId: string;
  /** True if `components` are all components of the bridge. */
  readonly snapshot: boolean;
  readonly components: readonly StoredComponent[];
  /** Ids of the removed components. */
  readonly removed: readonly string[];
  /** The cursor of the bridge after this update, or `undefined` if the bridge was removed. */
  readonly cursor: BridgeCursor | undefined;
}

/**
 * Selects an account's updates since the watcher's cursors, for all bridges that the account can see or for those in
 * `among`.
 */
interface UpdatesQuery extends Viewer {
  readonly cursors: Cursors;
  readonly among?: ReadonlySet<string> | undefined;
  /** The kinds of component that the watcher may see. All kinds by default. */
  readonly shows?: (kind: ComponentKind) => boolean;
}

/** Repeats ids until their number is a power of two, so that few variants of the statement are cached. */
const fillUp = (names: ReadonlySet<string>): string[] => {
  const all = [...names];
  const length = 2 ** Math.ceil(Math.log2(all.length));
  return [...all, ...Array<string>(length - all.length).fill(all[0]!)];
};

const readBridges = (db: Db, { among, ...viewer }: UpdatesQuery) =>
  selectVisible(db, viewer)
    .select(['bridge.system_id', 'paired_at', 'generation', 'version'])
    .$if(among !== undefined, (query) => query.where('bridge.system_id', 'in', fillUp(among!)))
    .orderBy('bridge.system_id')
    .execute();

/**
 * Yields the changes of an account's components since a watcher's cursors, bridge by bridge. A bridge without a usable
 * cursor (none, from an earlier pairing, or ahead of the bridge, as after a restored backup) yields a snapshot; any
 * other bridge yields each change exactly once. A bridge is read when the consumer requests the next update, so only
 * one is in memory.
 */
export async function* readUpdates(db: Db, query: UpdatesQuery): AsyncGenerator<BridgeUpdate, void> {
  const { cursors, among = cursors, shows = () => true } = query;
  const bridges = await readBridges(db, query);
  const present = new Set(bridges.map(({ system_id }) => system_id));
  for (const systemId of among.keys())
    if (cursors.has(systemId) && !present.has(systemId))
      yield { systemId, snapshot: true, components: [], removed: [], cursor: undefined };
  for (const { system_id: systemId, paired_at: pairedAt, generation, version } of bridges) {
    const cursor = cursors.get(systemId);
    const isResumed = canResume(cursor, { pairedAt, generation, version });
    if (isResumed && cursor.version === version) continue;
    const since = await readSince(db, query, { systemId, known: isResumed ? cursor.version : undefined });
    // The bridge was released or paired since the list was read. The next read covers it.
    if (since?.pairedAt !== pairedAt || since.generation !== generation) continue;
    if (isResumed && since.changed.length === 0 && since.removed.length === 0) continue;
    const components = since.changed.filter(({ kind }) => shows(kind));
    const removed = since.removed.filter(({ kind }) => shows(kind));
    const gone = removed.map(({ componentId }) => componentId);
    const reached = { pairedAt, generation, version: since.version };
    yield { systemId, snapshot: !isResumed, components, removed: gone, cursor: reached };
  }
}

/** How far a watcher has come with one bridge: which pairing of it, and up to which version. */
export interface Place {
  /** When it was paired, ms UTC: paired anew it begins anew. */
  readonly pairedAt: number;
  readonly version: number;
}

/** How far a watcher has come: a place for each bridge by system id. */
export type WatchCursor = ReadonlyMap<string, Place>;

const whole = (digits: string): number => Number.parseInt(digits, 36);

/** A cursor as text: `<system id>.<paired at>.<version>` of each bridge, parted by `~`, numbers to the base 36. */
export const toCursorText = (cursor: WatchCursor): string =>
  Array.from(
    cursor,
    ([systemId, { pairedAt, version }]) => `${systemId}.${pairedAt.toString(36)}.${version.toString(36)}`,
  ).join('~');

/** Reads the text of a cursor, the empty one too; undefined where it is none of ours. */
export const readCursor = (text: string): WatchCursor | undefined => {
  const cursor = new Map<string, Place>();
  if (text === '') return cursor;
  for (const part of text.split('~')) {
    const [, systemId, pairedAt, version] =
      /^([0-9]{9})\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})$/.exec(part) ?? [];
    if (systemId === undefined || cursor.has(systemId)) return undefined;
    cursor.set(systemId, { pairedAt: whole(pairedAt!), version: whole(version!) });
  }
  return cursor;
};

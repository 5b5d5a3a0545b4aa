/** The position of a watcher in the changes of one bridge. */
export interface BridgeCursor {
  /** When the bridge was paired, ms UTC. */
  readonly pairedAt: number;
  /** Which numbering the version belongs to (`beginGeneration`). */
  readonly generation: number;
  readonly version: number;
}

/**
 * Whether the changes after a cursor are all that its watcher lacks. They are not where the bridge was paired again, or where
 * versions of another generation or later ones were sent, as before a restored copy.
 */
export const canResume = (cursor: BridgeCursor | undefined, current: BridgeCursor): cursor is BridgeCursor =>
  cursor !== undefined &&
  cursor.pairedAt === current.pairedAt &&
  cursor.generation === current.generation &&
  cursor.version <= current.version;

/** The position of a watcher in the changes of one bridge. */
export interface BridgeCursor {
  /** Time at which the bridge was paired, ms UTC. */
  readonly pairedAt: number;
  /** Generation that the version belongs to (`beginGeneration`). */
  readonly generation: number;
  readonly version: number;
}

/**
 * True if a watcher can resume from a cursor with the later changes alone. False if the bridge was paired again, if the
 * watcher received versions of another generation, or if the version of the cursor is newer than that of the bridge,
 * for example because a backup was restored.
 */
export const canResume = (cursor: BridgeCursor | undefined, current: BridgeCursor): cursor is BridgeCursor =>
  cursor !== undefined &&
  cursor.pairedAt === current.pairedAt &&
  cursor.generation === current.generation &&
  cursor.version <= current.version;

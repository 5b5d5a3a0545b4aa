/** How far a listener has come with one bridge: which pairing of it, and up to which version. */
export interface BridgeCursor {
  /** When it was paired, ms UTC: paired anew it begins anew. */
  readonly pairedAt: number;
  readonly version: number;
}

/** Versions of a bridge that are told apart as one run (`beginRun`): at one change a second two years of them. */
export const runLength = 2 ** 26;

const runOf = ({ version }: BridgeCursor): number => Math.floor(version / runLength);

/**
 * Whether what changed since a place brings its listener to where the bridge is now; not where it was paired anew, nor where
 * the place is of another run of versions or further than the bridge, as after a restored backup.
 */
export const canResume = (place: BridgeCursor | undefined, now: BridgeCursor): place is BridgeCursor =>
  place !== undefined &&
  place.pairedAt === now.pairedAt &&
  place.version <= now.version &&
  runOf(place) === runOf(now);

/** How far a listener has come with one bridge: which pairing of it, and up to which version. */
export interface Place {
  /** When it was paired, ms UTC: paired anew it begins anew. */
  readonly pairedAt: number;
  readonly version: number;
}

/**
 * Whether what changed since a place brings its listener to where the bridge is now; not where it was paired anew, or is
 * not as far as that, as after a restored backup.
 */
export const leadsTo = (place: Place | undefined, now: Place): place is Place =>
  place !== undefined && place.pairedAt === now.pairedAt && place.version <= now.version;

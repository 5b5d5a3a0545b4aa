const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether a newer body says something about everything an older one does, so that sending only the newer loses
 * nothing: all its keys, and lists at least as long (SchedZones and SchedSettings may be partial, wire facts 2).
 */
export const supersedes = (newer: unknown, older: unknown): boolean => {
  if (Array.isArray(older))
    return (
      Array.isArray(newer) && older.every((item, at) => at < newer.length && supersedes(newer[at], item))
    );
  if (isRecord(older))
    return (
      isRecord(newer) &&
      Object.entries(older).every(
        ([key, value]) => Object.hasOwn(newer, key) && supersedes(newer[key], value),
      )
    );
  return !Array.isArray(newer) && !isRecord(newer);
};

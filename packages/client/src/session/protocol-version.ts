import { type Dialect, dialects, neutral, toWord } from '@plenum/protocol/dialect';

/** The current interface or the original one (interface 9), in a dialect. */
export interface ProtocolVersion {
  readonly generation: 'v2' | 'v1';
  readonly dialect: Dialect;
}

/** Facts about the bridge from the caller or from discovery, before the first request. */
export interface VersionHints {
  readonly dialect: Dialect | undefined;
  /** True if discovery announced the current interface. */
  readonly v2: boolean | undefined;
}

/** Returns the versions to try, the most likely first. */
export function versionsToTry({ dialect, v2 }: VersionHints): readonly ProtocolVersion[] {
  const ordered =
    dialect === undefined ? dialects : [dialect, ...dialects.filter((other) => other !== dialect)];
  const current = ordered.map((each): ProtocolVersion => ({ generation: 'v2', dialect: each }));
  const original: ProtocolVersion = { generation: 'v1', dialect: ordered[0] ?? neutral };
  return v2 === false ? [original, ...current] : [...current, original];
}

/** Returns the dialect of an answer, recognized by the key of the bridge's id; undefined if it has no such key. */
export function dialectOf(answer: unknown, known: readonly Dialect[]): Dialect | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  return known.find((dialect) => Object.hasOwn(answer, toWord(dialect, 'keys', 'HvacDeviceUId')));
}

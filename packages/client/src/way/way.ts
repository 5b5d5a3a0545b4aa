import { type Dialect, dialects, neutral, toWord } from '@plenum/protocol/dialect';

/** How a bridge is spoken to: the current interface in a dialect, or the original one (interface 9). */
export interface Way {
  readonly generation: 'v2' | 'v1';
  readonly dialect: Dialect;
}

/** What is known before the first request, from the caller or from discovery. */
export interface Hints {
  readonly dialect: Dialect | undefined;
  /** Whether discovery announced the current interface. */
  readonly v2: boolean | undefined;
}

/** The ways to try, likeliest first. */
export const waysToTry = ({ dialect, v2 }: Hints): readonly Way[] => {
  const spoken =
    dialect === undefined ? dialects : [dialect, ...dialects.filter((other) => other !== dialect)];
  const current = spoken.map((each): Way => ({ generation: 'v2', dialect: each }));
  const original: Way = { generation: 'v1', dialect: spoken[0] ?? neutral };
  return v2 === false ? [original, ...current] : [...current, original];
};

/** The dialect an answer is spelled in, told by the key of the bridge's id; undefined where it has none. */
export const dialectOf = (answer: unknown, known: readonly Dialect[]): Dialect | undefined => {
  if (typeof answer !== 'object' || answer === null) return undefined;
  return known.find((dialect) => Object.hasOwn(answer, toWord(dialect, 'keys', 'HvacDeviceUId')));
};

const units = [
  ['days', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** A duration of at least 2 ms, in the largest unit of which it is a whole number of two or more: `90 s`, `2 min`. */
export const toDuration = (ms: number): string => {
  const [unit, size] = units.find(([, each]) => ms >= 2 * each && ms % each === 0)!;
  return `${ms / size} ${unit}`;
};

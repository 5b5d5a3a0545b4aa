const units = [
  ['days', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/**
 * Returns a duration of at least 2 ms in the largest unit that gives a whole number of at least two: `90 s`, `2 min`.
 */
export function toDuration(ms: number): string {
  const [unit, size] = units.find(([, each]) => ms >= 2 * each && ms % each === 0)!;
  return `${ms / size} ${unit}`;
}

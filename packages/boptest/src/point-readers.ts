import { switchOf } from './inputs.ts';
import type { Reading } from './point.ts';
import type { Run } from './run.ts';
import type { TestCase } from './test-case.ts';

/** Returns the value of a point. */
export type ReadPoint = (run: Run, reading: Reading) => number;

/** Returns how to read every measurement, input and switch of a test case, by name and in their order. */
export const createPointReaders = ({ measurements, inputs }: TestCase): ReadonlyMap<string, ReadPoint> =>
  new Map<string, ReadPoint>([
    ...measurements.map(({ name, read }): [string, ReadPoint] => [name, (_, reading) => read(reading)]),
    ...inputs.flatMap((input): [string, ReadPoint][] => [
      [input.name, ({ house }) => input.read(house.state)],
      [switchOf(input), ({ active }) => (active.has(input) ? 1 : 0)],
    ]),
  ]);

/** Returns the names that a map lacks, as one text; undefined if it has all of them. */
export function listMissing(
  names: readonly string[],
  known: ReadonlyMap<string, unknown>,
): string | undefined {
  const missing = names.filter((name) => !known.has(name));
  return missing.length === 0 ? undefined : missing.map((name) => JSON.stringify(name)).join(', ');
}

import { readFileSync, writeFileSync } from 'node:fs';
import type { JobResult } from './job-result.ts';

const table = new URL('seconds.json', import.meta.url);

/** Shorter jobs are not recorded, because they fill the gaps between longer ones. */
const minSeconds = 3;

/** Reads the recorded durations of the longer jobs in seconds, by name. */
export const readSeconds = (): Readonly<Record<string, number>> => JSON.parse(readFileSync(table, 'utf8'));

/** Records the durations of passed jobs; other records stay as they are. */
export function writeSeconds(results: readonly JobResult[]): void {
  const measured = results
    .filter(({ isPassed, seconds }) => isPassed && seconds >= minSeconds)
    .map(({ name, seconds }) => [name, Math.round(seconds)] as const);
  const all = Object.entries({ ...readSeconds(), ...Object.fromEntries(measured) }).toSorted(
    (a, b) => b[1] - a[1],
  );
  writeFileSync(table, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`);
}

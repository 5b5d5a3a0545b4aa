import type { RowOutcome, RowResult } from '../row/row.ts';

/** How many rows had each outcome. */
export const countOutcomes = (results: readonly RowResult[]): Readonly<Record<RowOutcome, number>> => {
  const counts = { passed: 0, failed: 0, warned: 0, noted: 0, untested: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
};

/** Whether every `must` that could be tested is kept. */
export const isConformant = (results: readonly RowResult[]): boolean =>
  results.some(({ outcome }) => outcome === 'passed') && results.every(({ outcome }) => outcome !== 'failed');

import type { RowOutcome, RowResult } from '../row/row.ts';

/** Returns the number of rows with each outcome. */
export const countOutcomes = (results: readonly RowResult[]): Readonly<Record<RowOutcome, number>> => {
  const counts = { passed: 0, failed: 0, warned: 0, noted: 0, untested: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
};

/** True if no testable `must` failed and at least one row passed. */
export const isConformant = (results: readonly RowResult[]): boolean =>
  results.some(({ outcome }) => outcome === 'passed') && results.every(({ outcome }) => outcome !== 'failed');

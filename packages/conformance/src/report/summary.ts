import { contestedReason, type RowOutcome, type RowResult } from '../row.ts';

/** Returns the number of rows with each outcome. */
export function countOutcomes(results: readonly RowResult[]): Readonly<Record<RowOutcome, number>> {
  const counts = { passed: 0, failed: 0, warned: 0, noted: 0, untested: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}

/** Number of rows that were tested. */
const countTested = (results: readonly RowResult[]): number =>
  results.length - countOutcomes(results).untested;

/** Returns how much was tested, as reports begin and end: `Tested 10 of 86 statements`. */
export const toTestedCount = (results: readonly RowResult[]): string =>
  `Tested ${countTested(results)} of ${results.length} statements`;

/** The group of a row, which is the first part of its id: `oauth` in `oauth.login`. */
export const groupOf = ({ id }: Pick<RowResult, 'id'>): string => id.split('.', 1)[0]!;

/** The least that a run has to test: a number of statements, and every statement of some groups. */
export interface RequiredTests {
  readonly atLeast: number;
  readonly groups: readonly string[];
}

/** Returns a sentence for each requirement that a run does not meet. */
export function findMissingTests(
  results: readonly RowResult[],
  { atLeast, groups }: RequiredTests,
): readonly string[] {
  const missing = groups.flatMap((group) => {
    const untested = results.filter((row) => row.outcome === 'untested' && groupOf(row) === group);
    return untested.length === 0
      ? []
      : [`Not tested of ${group}: ${untested.map(({ id }) => id).join(', ')}.`];
  });
  const isRequired = atLeast > 0 || groups.length > 0;
  const isContested = isRequired && results.some((row) => row.isContested);
  return [
    ...(countTested(results) < atLeast ? [`${toTestedCount(results)}, but ${atLeast} are required.`] : []),
    ...missing,
    ...(isContested ? [contestedReason] : []),
  ];
}

/** True if no testable `must` failed and at least one row passed. */
export const isConformant = (results: readonly RowResult[]): boolean =>
  results.some(({ outcome }) => outcome === 'passed') && results.every(({ outcome }) => outcome !== 'failed');

import { contestedReason, type RowOutcome, type RowResult, toCitation } from '../row.ts';
import { countOutcomes, toTestedCount } from './summary.ts';

interface LineOptions {
  /** True to list also rows that passed or were not tested. */
  readonly all?: boolean;
}

const words: Readonly<Record<RowOutcome, string>> = {
  failed: 'FAILED',
  warned: 'warning',
  noted: 'note',
  passed: 'passed',
  untested: 'not tested',
};

/** The worst first. */
const order: readonly RowOutcome[] = ['failed', 'warned', 'noted', 'untested', 'passed'];
const isUnusual = ({ outcome }: RowResult) => outcome !== 'passed' && outcome !== 'untested';

const width = Math.max(...Object.values(words).map(({ length }) => length));

const toRowLines = ({ id, section, statement, outcome, evidence }: RowResult): readonly string[] => [
  `${words[outcome].padEnd(width)}  ${statement}  (${id}, ${toCitation(section)})`,
  ...evidence.map((each) => `${' '.repeat(width)}    ${each}`),
];

/** Returns the last sentence of a report: the number of rows by outcome. */
const toTotal = (results: readonly RowResult[]): string => {
  const { passed, failed, warned, noted, untested } = countOutcomes(results);
  const contested = results.some(({ isContested }) => isContested) ? ` ${contestedReason}` : '';
  return `${toTestedCount(results)}: ${passed} passed, ${failed} failed, ${warned} warnings, ${noted} notes, ${untested} not tested.${contested}`;
};

/** Formats a report for people: unusual rows, worst first, and a total. */
export function toReportLines(
  results: readonly RowResult[],
  { all = false }: LineOptions = {},
): readonly string[] {
  const listed = order.flatMap((outcome) =>
    results.filter((each) => each.outcome === outcome && (all || isUnusual(each))),
  );
  return [...listed.flatMap(toRowLines), ...(listed.length > 0 ? [''] : []), toTotal(results)];
}

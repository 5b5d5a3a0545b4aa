import type { Verdict } from '@plenum/protocol/quirks';

/** How much a statement binds: who breaks a `must` fails, a `should` is a warning, a `note` is lawful but has to be expected. */
export type Level = 'must' | 'should' | 'note';

/** The level at which a quirk of real devices is judged. */
export const levelOf: Readonly<Record<Verdict, Level>> = { fail: 'must', warn: 'should', note: 'note' };

/** What a row found: that its statement is kept, that it is broken, or that it could not be tested. */
export type Finding =
  | { readonly found: 'kept'; readonly evidence?: readonly string[] }
  | { readonly found: 'broken'; readonly evidence: readonly string[] }
  | { readonly found: 'untested'; readonly why: string };

/** One statement of the interface that can be checked. */
export interface Row<Evidence> {
  /** Stable and unique: `unit.fields`. */
  readonly id: string;
  /** A section as definitions cite it: `2.2`, `4.4 Zone`, `wire facts 7`. */
  readonly section: string;
  readonly statement: string;
  readonly level: Level;
  readonly judge: (evidence: Evidence) => Finding;
}

export type RowOutcome = 'passed' | 'failed' | 'warned' | 'noted' | 'untested';

/** A row with what judging it found. */
export interface RowResult extends Pick<Row<never>, 'id' | 'section' | 'statement' | 'level'> {
  readonly outcome: RowOutcome;
  /** What was seen, in sentences; why a row was not tested. */
  readonly evidence: readonly string[];
}

export const kept = (...evidence: readonly string[]): Finding => ({ found: 'kept', evidence });
export const broken = (...evidence: readonly string[]): Finding => ({ found: 'broken', evidence });
export const untested = (why: string): Finding => ({ found: 'untested', why });

/** Broken where there are any problems. */
export const keptUnless = (problems: readonly string[]): Finding =>
  problems.length === 0 ? kept() : broken(...problems);

const outcomes: Readonly<Record<Level, RowOutcome>> = { must: 'failed', should: 'warned', note: 'noted' };

/** The most sentences of evidence of one row. */
const maxEvidence = 5;

const shorten = (evidence: readonly string[]): readonly string[] => {
  const different = [...new Set(evidence)];
  if (different.length <= maxEvidence) return different;
  return [...different.slice(0, maxEvidence), `And ${different.length - maxEvidence} more.`];
};

const judgeRow = <Evidence>({ judge, ...row }: Row<Evidence>, evidence: Evidence): RowResult => {
  const { id, section, statement, level } = row;
  const finding = judge(evidence);
  const about = { id, section, statement, level };
  if (finding.found === 'untested') return { ...about, outcome: 'untested', evidence: [finding.why] };
  const outcome = finding.found === 'kept' ? 'passed' : outcomes[level];
  return { ...about, outcome, evidence: shorten(finding.evidence ?? []) };
};

/** Judges every row by what was seen. */
export const judgeRows = <Evidence>(
  rows: readonly Row<Evidence>[],
  evidence: Evidence,
): readonly RowResult[] => rows.map((row) => judgeRow(row, evidence));

/** A section as it is cited: `interface 2.2`, `wire facts 7`. */
export const toCitation = (section: string): string =>
  /^\d/.test(section) ? `interface ${section}` : section;

/** Whether a row is of a section, or of one below it: `2` has `2.2` and `2.10`, `4.4 Zone` only itself. */
export const isOfSection = (section: string, only: string): boolean => {
  const wanted = only.replace(/^interface /, '');
  return section === wanted || section.startsWith(`${wanted}.`) || section.startsWith(`${wanted} `);
};

/** A statement that is tested by an exchange of its own. */
export interface Check<Context> extends Omit<Row<never>, 'judge'> {
  readonly run: (context: Context) => Promise<Finding>;
}

/** Runs checks one after another, and judges them. */
export const runChecks = async <Context>(
  checks: readonly Check<Context>[],
  context: Context,
): Promise<readonly RowResult[]> => {
  const results: RowResult[] = [];
  for (const { run, ...check } of checks) {
    const finding = await run(context);
    results.push(judgeRow({ ...check, judge: () => finding }, undefined));
  }
  return results;
};

import type { Verdict } from '@plenum/protocol/quirks';

/**
 * The level of a statement: breaking a `must` fails, breaking a `should` is a warning, and a `note` is permitted, but
 * clients have to expect it.
 */
export type Level = 'must' | 'should' | 'note';

/** The level of a quirk of real devices. */
export const levelOf: Readonly<Record<Verdict, Level>> = { fail: 'must', warn: 'should', note: 'note' };

/** The finding of a row: the statement is kept, is broken, or could not be tested. */
export type Finding =
  | { readonly found: 'kept'; readonly evidence?: readonly string[] }
  | { readonly found: 'broken'; readonly evidence: readonly string[] }
  | { readonly found: 'untested'; readonly why: string };

/** One statement of the interface that can be checked. */
export interface Row<Evidence> {
  /** Stable and unique id, for example `unit.fields`. */
  readonly id: string;
  /** A section as definitions cite it: `2.2`, `4.4 Zone`, `wire facts 7`. */
  readonly section: string;
  readonly statement: string;
  readonly level: Level;
  /**
   * Settings that the row compares at different moments, such as `zone` or `zone.Setpoint`; `any` for all settings.
   * Another client that writes them can break the row.
   */
  readonly compares?: 'any' | readonly string[];
  /** The name of the command that the row tests. */
  readonly command?: string;
  readonly judge: (evidence: Evidence) => Finding;
}

export type RowOutcome = 'passed' | 'failed' | 'warned' | 'noted' | 'untested';

/** A row with its result. */
export interface RowResult extends Pick<Row<never>, 'id' | 'section' | 'statement' | 'level'> {
  readonly outcome: RowOutcome;
  /** Observations in sentences, or the reason why a row was not tested. */
  readonly evidence: readonly string[];
  /** True if it was not tested because another client writes, or because the bridge changes values by itself. */
  readonly isContested?: true;
}

/** The reason why a contested row was not tested, in a sentence. */
export const contestedReason = 'Another client writes, or the bridge changes values by itself.';

/** Returns the result of a row that is broken only because values changed between two moments. */
export const toContested = (result: RowResult): RowResult => ({
  ...result,
  outcome: 'untested',
  evidence: [contestedReason, ...result.evidence],
  isContested: true,
});

export const kept = (...evidence: readonly string[]): Finding => ({ found: 'kept', evidence });
export const broken = (...evidence: readonly string[]): Finding => ({ found: 'broken', evidence });
export const untested = (why: string): Finding => ({ found: 'untested', why });

/** Returns a broken finding if there are problems. */
export const keptUnless = (problems: readonly string[]): Finding =>
  problems.length === 0 ? kept() : broken(...problems);

const outcomes: Readonly<Record<Level, RowOutcome>> = { must: 'failed', should: 'warned', note: 'noted' };

/** Maximum number of sentences of evidence per row. */
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

/** Checks every row with the evidence. */
export const judgeRows = <Evidence>(
  rows: readonly Row<Evidence>[],
  evidence: Evidence,
): readonly RowResult[] => rows.map((row) => judgeRow(row, evidence));

/** Returns a section as it is cited: `interface 2.2`, `wire facts 7`. */
export const toCitation = (section: string): string =>
  /^\d/.test(section) ? `interface ${section}` : section;

/** True if a row belongs to a section or one below it: `2` includes `2.2` and `2.10`, `4.4 Zone` only itself. */
export function isOfSection(section: string, only: string): boolean {
  const wanted = only.replace(/^interface /, '');
  return section === wanted || section.startsWith(`${wanted}.`) || section.startsWith(`${wanted} `);
}

/** A statement that is tested by a separate exchange. */
export interface Check<Context> extends Omit<Row<never>, 'judge'> {
  readonly run: (context: Context) => Promise<Finding>;
}

/** Runs checks one after another and collects their results. */
export async function runChecks<Context>(
  checks: readonly Check<Context>[],
  context: Context,
): Promise<readonly RowResult[]> {
  const results: RowResult[] = [];
  for (const { run, ...check } of checks) {
    const finding = await run(context);
    results.push(judgeRow({ ...check, judge: () => finding }, undefined));
  }
  return results;
}

import { writeFileSync } from 'node:fs';
import type { RequiredTests, RowResult } from '@plenum/conformance';
import { toPlainJson, toPlainText } from '@plenum/protocol/text';
import { type Command, Option } from 'commander';
import { failed, wrongUsage } from '../../failure.ts';
import type { Io } from '../../io/io.ts';
import { collect } from '../../option/option.ts';

export interface ReportOptions {
  readonly json?: true;
  readonly junit?: string;
  readonly only?: string;
  readonly all?: true;
  readonly require: readonly string[];
}

export const addReportOptions = (command: Command): Command =>
  command
    .option('--only <section>', 'check one section only: 2.2, "4.4 Zone", "wire facts 7"')
    .option('--all', 'also list what passed and what was not tested')
    .addOption(
      new Option(
        '--require <what>',
        'fail if less is tested: a number of statements, or groups of which each statement must be tested, such as "oauth,grpc"; can be repeated',
      )
        .argParser(collect)
        .default([], 'nothing'),
    )
    .option('--junit <file>', 'also write the report as JUnit XML');

/** Reads `--require`: the highest number, and the groups. */
const readRequired = (
  words: readonly string[],
  statements: readonly Pick<RowResult, 'id'>[],
  groupOf: (row: Pick<RowResult, 'id'>) => string,
): RequiredTests => {
  const groups = [...new Set(statements.map(groupOf))].sort();
  const isNumber = (word: string) => /^\d{1,6}$/.test(word);
  for (const word of words) {
    if (isNumber(word) && Number(word) > statements.length)
      throw wrongUsage(`--require: ${word} is more than the ${statements.length} statements that there are.`);
    if (!isNumber(word) && !groups.includes(word))
      throw wrongUsage(
        `--require: ${JSON.stringify(word)} is neither a number nor a group; the groups are ${groups.join(', ')}.`,
      );
  }
  return {
    atLeast: Math.max(0, ...words.filter(isNumber).map(Number)),
    groups: words.filter((word) => !isNumber(word)),
  };
};

/**
 * Fails before any request is sent if a section has no statements, or if more is required than there is. Returns what is
 * required.
 */
export async function readReportOptions(
  { only, require }: ReportOptions,
  statements: readonly Pick<RowResult, 'id' | 'section'>[],
): Promise<RequiredTests> {
  const { groupOf, isOfSection } = await import('@plenum/conformance');
  const selected =
    only === undefined ? statements : statements.filter(({ section }) => isOfSection(section, only));
  if (selected.length > 0) return readRequired(require, selected, groupOf);
  const sections = new Set(statements.map(({ section }) => section));
  throw wrongUsage(
    `--only: there is no section ${JSON.stringify(only)}; the sections are ${[...sections].sort().join(', ')}.`,
  );
}

/** Writes the file of `--junit`. */
export function writeJUnit(file: string, text: string) {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw failed(`--junit: ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/**
 * Shows a report; the exit code is 1 if a binding statement is broken, nothing could be tested, or less than required.
 */
export async function showReport(
  results: readonly RowResult[],
  { of, required }: { readonly of: string; readonly required: RequiredTests },
  options: ReportOptions,
  io: Io,
): Promise<void> {
  const { findMissingTests, isConformant, toJUnit, toReportLines } = await import('@plenum/conformance');
  const { json, junit, all = false } = options;
  if (junit !== undefined) writeJUnit(junit, toJUnit(results, of));
  if (json) io.out(toPlainJson(results, 2));
  else for (const line of toReportLines(results, { all })) io.out(toPlainText(line));
  const missing = findMissingTests(results, required);
  if (missing.length > 0) io.err(toPlainText(missing.join(' ')));
  if (!isConformant(results)) throw failed(`${of} does not keep the interface.`);
  if (missing.length > 0) throw failed('Less was tested than --require asks for.');
}

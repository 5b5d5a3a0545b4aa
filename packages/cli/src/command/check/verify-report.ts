import { writeFileSync } from 'node:fs';
import type { RowResult } from '@plenum/conformance';
import { toPlainJson, toPlainText } from '@plenum/protocol/text';
import type { Command } from 'commander';
import { failed, wrongUsage } from '../../failure.ts';
import type { Io } from '../../io/io.ts';

export interface ReportOptions {
  readonly json?: true;
  readonly junit?: string;
  readonly only?: string;
  readonly all?: true;
}

export const addReportOptions = (command: Command): Command =>
  command
    .option('--only <section>', 'check one section only: 2.2, "4.4 Zone", "wire facts 7"')
    .option('--all', 'also list what passed and what was not tested')
    .option('--junit <file>', 'also write the report as JUnit XML');

/** Fails before any request is sent if a section has no statements. */
export const requireSection = async (
  only: string | undefined,
  statements: readonly Pick<RowResult, 'section'>[],
): Promise<void> => {
  const { isOfSection } = await import('@plenum/conformance');
  if (only === undefined || statements.some(({ section }) => isOfSection(section, only))) return;
  const sections = new Set(statements.map(({ section }) => section));
  throw wrongUsage(
    `--only: there is no section ${JSON.stringify(only)}; the sections are ${[...sections].sort().join(', ')}.`,
  );
};

/** Writes the file of `--junit`. */
export const writeJUnit = (file: string, text: string) => {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw failed(`--junit: ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
};

/** Shows a report; the exit code is 1 if a binding statement is broken or nothing could be tested. */
export const showReport = async (
  results: readonly RowResult[],
  of: string,
  options: ReportOptions,
  io: Io,
): Promise<void> => {
  const { isConformant, toJUnit, toReportLines } = await import('@plenum/conformance');
  const { json, junit, all = false } = options;
  if (junit !== undefined) writeJUnit(junit, toJUnit(results, of));
  if (json) io.out(toPlainJson(results, 2));
  else for (const line of toReportLines(results, { all })) io.out(toPlainText(line));
  if (!isConformant(results)) throw failed(`${of} does not keep the interface.`);
};

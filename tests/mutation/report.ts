import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Change } from './changes.ts';

/** The effect of a change: a test failed, it did not compile, all tests passed, or no test ran the code. */
export type Judgement = 'failed' | 'types' | 'survived' | 'unreached';

/** A tried change, as a line of a report. A person adds `equivalent`, a sentence that says why nobody can notice it. */
export interface Tried {
  /** The folder, or the file, of which the change was chosen. */
  readonly folder: string;
  readonly file: string;
  readonly seed: number;
  readonly change: Change;
  /** Number of the line, and the line before and after. */
  readonly description: string;
  readonly judgement: Judgement;
  readonly equivalent?: string;
}

/** The result of one folder. */
export interface FolderResult {
  readonly folder: string;
  readonly tried: number;
  readonly killed: number;
  readonly types: number;
  readonly equivalent: number;
}

/** Reads a report (JSON lines); empty if the file does not exist. */
export function readReport(path: string): readonly Tried[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Tried);
}

export function writeReport(path: string, tried: readonly Tried[]): void {
  writeFileSync(path, tried.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

/** True if a change was not noticed, and nobody has called it equivalent. */
export function isSurvivor({ judgement, equivalent }: Tried): boolean {
  return (judgement === 'survived' || judgement === 'unreached') && equivalent === undefined;
}

/** Sums a report by folder. */
export function sumByFolder(report: readonly Tried[]): readonly FolderResult[] {
  const byFolder = Map.groupBy(report, ({ folder }) => folder);
  return [...byFolder]
    .map(([folder, tried]) => sum(folder, tried))
    .sort((a, b) => compare(a.folder, b.folder));
}

/** Returns the share of noticed changes in percent: killed by a test / (tried - type errors - equivalent). */
export function scoreOf({ tried, killed, types, equivalent }: FolderResult): number {
  const countable = tried - types - equivalent;
  return countable === 0 ? 100 : (100 * killed) / countable;
}

/** Formats the results of a report: a line for each folder, a line for the whole, then the survivors. */
export function formatReport(report: readonly Tried[]): string {
  const rows = [...sumByFolder(report), sum('all', report)].map((row) => [
    row.folder,
    `${scoreOf(row).toFixed(1)} %`,
    `${row.killed} of ${row.tried - row.types - row.equivalent}`,
    `(${row.tried} tried, ${row.types} type errors, ${row.equivalent} equivalent)`,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '));
  const survivors = report
    .filter(isSurvivor)
    .map(({ judgement, file, description }) => `${judgement} ${file}:${description}`);
  return [...survivors, ...lines].join('\n');
}

function sum(folder: string, tried: readonly Tried[]): FolderResult {
  const countOf = (isCounted: (each: Tried) => boolean) => tried.filter(isCounted).length;
  return {
    folder,
    tried: tried.length,
    killed: countOf(({ judgement }) => judgement === 'failed'),
    types: countOf(({ judgement }) => judgement === 'types'),
    equivalent: countOf(
      (each) => !isSurvivor(each) && (each.judgement === 'survived' || each.judgement === 'unreached'),
    ),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}

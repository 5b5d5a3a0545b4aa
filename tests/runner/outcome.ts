/** What came of a process that ran test files. */
export interface Outcome {
  readonly name: string;
  readonly isPassed: boolean;
  readonly seconds: number;
  /** What it wrote, without its counts. */
  readonly output: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The files with a test that failed; all of them where the output does not say. */
  readonly failedFiles: readonly string[];
  /** The assertions that failed. */
  readonly failures: string;
}

interface Ended {
  readonly name: string;
  readonly files: readonly string[];
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
}

const countLine = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+\n/gm;
const failing = '✖ failing tests:';
/** What a test left behind and threw after its end: node:test names the test, and does not count it. */
const leftBehind = /^ℹ Error: Test .* at (\S+?):\d+:\d+ generated asynchronous activity.*$/gm;

/** Reads the counts and the failures of what the spec reporter of Node wrote. */
export const readOutcome = ({ name, files, code, output, seconds }: Ended): Outcome => {
  const count = (word: string) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const isPassed = code === 0;
  const at = output.lastIndexOf(failing);
  const failures = at === -1 ? output : output.slice(at + failing.length);
  const reports = [...failures.matchAll(/^test at (.+?):\d+:\d+$/gm), ...output.matchAll(leftBehind)];
  const named = new Set(reports.map(([, path]) => path!));
  const failedFiles = files.filter((path) => named.has(path));
  return {
    ...{ name, isPassed, seconds, output: output.replaceAll(countLine, '') },
    passed: count('pass'),
    failed: Math.max(count('fail') + count('cancelled'), isPassed ? 0 : 1),
    skipped: count('skipped'),
    failedFiles: isPassed ? [] : failedFiles.length > 0 ? failedFiles : files,
    failures: isPassed ? '' : failures,
  };
};

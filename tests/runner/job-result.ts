/** The result of a process with test files. */
export interface JobResult {
  readonly name: string;
  readonly isPassed: boolean;
  readonly seconds: number;
  /** Its output without the counts. */
  readonly output: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The files with a failed test, or all files if the output does not contain their names. */
  readonly failedFiles: readonly string[];
  /** The failed assertions. */
  readonly failures: string;
}

interface Ended {
  readonly name: string;
  readonly files: readonly string[];
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
}

/** The counts that the spec reporter prints at the end; a test that runs other tests may print some before. */
const summary = /^ℹ tests \d+\n(?:ℹ (?:suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+\n)+/gm;
const uncounted =
  'The process ended with code 0 but without the counts of its tests, as after process.exit() in a test or in tested code.';
const failing = '✖ failing tests:';
/** An error thrown after the end of a test: node:test reports the test, but does not count it as failed. */
const leftBehind = /^ℹ Error: Test .* at (\S+?):\d+:\d+ generated asynchronous activity.*$/gm;

/**
 * Reads the counts and failures from the output of Node's spec reporter. A process without counts has failed, whatever
 * its exit code: nobody knows which of its tests ran.
 */
export function readJobResult({ name, files, code, output, seconds }: Ended): JobResult {
  const counts = output.match(summary)?.at(-1);
  const count = (word: string) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(counts ?? '')?.[1] ?? 0);
  const isPassed = code === 0 && counts !== undefined;
  const at = output.lastIndexOf(failing);
  const failures = at === -1 ? output : output.slice(at + failing.length);
  const reports = [...failures.matchAll(/^test at (.+?):\d+:\d+$/gm), ...output.matchAll(leftBehind)];
  const named = new Set(reports.map(([, path]) => path!));
  const failedFiles = files.filter((path) => named.has(path));
  return {
    name,
    isPassed,
    seconds,
    output: output.replaceAll(summary, ''),
    passed: count('pass'),
    failed: Math.max(count('fail') + count('cancelled'), isPassed ? 0 : 1),
    skipped: count('skipped'),
    failedFiles: isPassed ? [] : failedFiles.length > 0 ? failedFiles : files,
    failures: isPassed ? '' : code === 0 ? `${failures.trimEnd()}\n${uncounted}\n` : failures,
  };
}

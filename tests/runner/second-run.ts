import type { JobResult } from './job-result.ts';
import { type JobOptions, runJob } from './jobs.ts';

/** If more files than this fail, a second run would not help. */
const maxFiles = 8;

/** The result of all test files. */
export interface Result {
  readonly results: readonly JobResult[];
  readonly isPassed: boolean;
}

/**
 * Runs failed files once more, one after the other and alone, and reports those that then passed (decisions/027). Files
 * of a job in `once` do not run again.
 */
export async function runAgain(
  results: readonly JobResult[],
  once: ReadonlySet<string>,
  options: JobOptions,
): Promise<Result> {
  const bad = results.filter(({ isPassed }) => !isPassed);
  if (bad.length === 0) return { results, isPassed: true };
  for (const { name, failures } of bad) options.write(`\nfailed in ${name}:\n${failures.trim()}\n`);
  const files = bad.filter(({ name }) => !once.has(name)).flatMap(({ failedFiles }) => failedFiles);
  if (files.length === 0 || files.length > maxFiles) return { results, isPassed: false };
  let isPassed = bad.every(({ name }) => !once.has(name));
  const sentences: string[] = [];
  for (const file of files) {
    const result = await runJob({ name: file, files: [file] }, options);
    options.write(`\n${file}, alone, ${result.seconds.toFixed(1)} s\n${result.output}`);
    isPassed &&= result.isPassed;
    sentences.push(
      result.isPassed
        ? `failed at first, passed when run again alone: ${file}`
        : `failed, and failed again alone: ${file}`,
    );
  }
  options.write(`\n${sentences.join('\n')}\n`);
  return { results, isPassed };
}

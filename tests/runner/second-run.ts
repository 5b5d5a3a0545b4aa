import { type JobOptions, runJob } from './jobs.ts';
import type { Outcome } from './outcome.ts';

/** If more files than this fail, a second run would not help. */
const maxFiles = 8;

/** The result of all test files. */
export interface Result {
  readonly outcomes: readonly Outcome[];
  readonly isPassed: boolean;
}

/**
 * Runs failed files once more, one after the other and alone, and reports those that then passed (decisions/027). Files
 * of a job in `once` do not run again.
 */
export async function runAgain(
  outcomes: readonly Outcome[],
  once: ReadonlySet<string>,
  options: JobOptions,
): Promise<Result> {
  const bad = outcomes.filter(({ isPassed }) => !isPassed);
  if (bad.length === 0) return { outcomes, isPassed: true };
  for (const { name, failures } of bad) options.write(`\nfailed in ${name}:\n${failures.trim()}\n`);
  const files = bad.filter(({ name }) => !once.has(name)).flatMap(({ failedFiles }) => failedFiles);
  if (files.length === 0 || files.length > maxFiles) return { outcomes, isPassed: false };
  let isPassed = bad.every(({ name }) => !once.has(name));
  const verdicts: string[] = [];
  for (const file of files) {
    const outcome = await runJob({ name: file, files: [file] }, options);
    options.write(`\n${file}, alone, ${outcome.seconds.toFixed(1)} s\n${outcome.output}`);
    isPassed &&= outcome.isPassed;
    verdicts.push(
      outcome.isPassed
        ? `failed at first, passed when run again alone: ${file}`
        : `failed, and failed again alone: ${file}`,
    );
  }
  options.write(`\n${verdicts.join('\n')}\n`);
  return { outcomes, isPassed };
}

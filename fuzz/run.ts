import fc from '@plenum/testbed/fast-check';
import type { Target } from './target.ts';
import { startWatchdog } from './watchdog.ts';

/** The CPU time that one case may take, in µs. The load of the machine does not count. */
const longestWork = 2_000_000;

/** Maximum length of a failing case in a report, in characters. */
const maxShown = 4_000;

/** A case that violates the property of a target, reduced as far as possible. */
export interface Finding {
  readonly target: string;
  readonly seed: number;
  /** The input: text as JSON, bytes in hexadecimal. */
  readonly input: string;
  readonly why: string;
}

/** The result of a target. */
export interface FuzzResult {
  readonly cases: number;
  /** The number of cases that the target accepted. */
  readonly accepted: number;
  readonly finding: Finding | undefined;
}

/** Returns a case with its bytes in hexadecimal, because JSON would show them as long lists of numbers. */
const toPlain = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return `hex ${value.toString('hex')}`;
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member)]));
};

const toShown = (value: unknown): string => {
  const shown = JSON.stringify(toPlain(value)) ?? 'undefined';
  return shown.length <= maxShown ? shown : `${shown.slice(0, maxShown)}… (${shown.length} characters)`;
};

export interface RunOptions {
  readonly cases: number;
  readonly seed: number;
  /** Maximum CPU time of one case, in µs; default: two seconds. */
  readonly maxWork?: number;
}

/** Gives a target this number of cases, chosen by the seed; stops at the first that violates its property. */
export async function runTarget(
  { name, start }: Target,
  { cases, seed, maxWork = longestWork }: RunOptions,
): Promise<FuzzResult> {
  await using stack = new AsyncDisposableStack();
  const started = await start(stack);
  let accepted = 0;
  using watchdog = startWatchdog(`${name}, seed ${seed}`);
  const check = async (given: unknown): Promise<void> => {
    watchdog.begin(() => toShown(given));
    const before = process.threadCpuUsage();
    if ((await started.check(given)) === true) accepted++;
    const { user, system } = process.threadCpuUsage(before);
    if (user + system > maxWork) throw new Error(`it took ${Math.round((user + system) / 1000)} ms of work`);
  };
  const details = await fc.check(fc.asyncProperty(started.cases, check), { numRuns: cases, seed });
  const toFinding = (input: string, error: unknown): Finding => {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { target: name, seed, input, why };
  };
  if (details.failed)
    return {
      cases: details.numRuns,
      accepted: Math.min(accepted, details.numRuns),
      finding: toFinding(toShown(details.counterexample?.[0]), details.errorInstance),
    };
  const late = await started.finish?.().then(
    () => undefined,
    (error: unknown) => toFinding('all cases together', error),
  );
  return { cases: details.numRuns, accepted, finding: late };
}

/** Divides a number of cases among targets by their weights; each gets at least one. */
export function shareCases(targets: readonly Target[], total: number): readonly number[] {
  const weights = targets.reduce((sum, { weight }) => sum + weight, 0);
  return targets.map(({ weight }) => Math.max(1, Math.round((total * weight) / weights)));
}

/** Returns the report of a finding, with the command that repeats it. */
export const toReport = ({ target, seed, input, why }: Finding, cases: number): string =>
  `${target}: ${why}\ninput: ${input}\nrepeat: npm run fuzz -- '${target}' --cases ${cases} --seed ${seed}`;

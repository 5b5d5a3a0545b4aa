import type { Uncertainty } from './forecast-error.ts';
import { inSlices } from './in-slices.ts';
import { createSums, type Sums } from './kpis.ts';
import { boptestLimits } from './limits.ts';
import type { PeriodName } from './periods.ts';
import { activate, advanceRun, type Run, startRun } from './run.ts';
import type { PriceName } from './score-settings.ts';
import type { TestCase } from './test-case.ts';

/** The settings of a test, as clients read them. */
export interface TestScenario {
  readonly electricity_price: PriceName;
  readonly time_period: PeriodName | null;
  readonly temperature_uncertainty: Uncertainty | null;
  readonly solar_uncertainty: Uncertainty | null;
  readonly seed: number | null;
}

export const initialScenario: TestScenario = {
  electricity_price: 'constant',
  time_period: null,
  temperature_uncertainty: null,
  solar_uncertainty: null,
  seed: null,
};

/** One advance of a test: the inputs that it activated, and its end in s. */
interface Advance {
  readonly active: Run['active'];
  readonly until: number;
}

/** A moment of a test from which what follows can be computed again, and the number of the next advance. */
interface Checkpoint {
  readonly run: Run;
  readonly next: number;
}

/** Everything about a test that a snapshot returns to. `sums` and `advances` grow in place, so each snapshot has its own. */
export interface Progress {
  readonly run: Run;
  readonly sums: Sums;
  readonly scenario: TestScenario;
  /** Length of an advance in s. */
  readonly step: number;
  /** Time in s at which the period of the scenario ends; infinite without a period. */
  readonly end: number;
  readonly advances: Advance[];
  readonly checkpoints: readonly Checkpoint[];
}

/** Seconds between two checkpoints. */
const CHECKPOINT = 3_600;
/** Length of an advance until a client sets it, in s. */
const defaultStep = 3_600;

/** Begins a test at a time in s, with the house as its own control would have it. Yields while it computes that. */
export function* beginProgress(testCase: TestCase, time: number): Generator<undefined, Progress> {
  const run = startRun(time, yield* testCase.settle(time));
  return {
    run,
    sums: createSums(testCase),
    scenario: initialScenario,
    step: defaultStep,
    end: Number.POSITIVE_INFINITY,
    advances: [],
    checkpoints: [{ run, next: 0 }],
  };
}

/** Returns a copy that shares nothing that changes. */
export const copyProgress = (progress: Progress): Progress => ({
  ...progress,
  sums: structuredClone(progress.sums),
  advances: [...progress.advances],
});

/** Adds a checkpoint if the last one is old. If there are too many, every second one goes. */
const addCheckpoint = ({ checkpoints, run, advances }: Progress): Progress['checkpoints'] => {
  if (run.time - checkpoints.at(-1)!.run.time < CHECKPOINT) return checkpoints;
  const added = [...checkpoints, { run, next: advances.length }];
  return added.length <= boptestLimits.checkpoints ? added : added.filter((_, place) => place % 2 === 0);
};

/** Yields each sample of an advance after `count` has got it, and returns the last. */
function* counted(steps: Generator<Run, Run>, count: (run: Run) => void): Generator<undefined, Run> {
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
    count(next.value);
    yield;
  }
}

/** Advances a test. `count` gets each sample. */
export async function advanceProgress(
  testCase: TestCase,
  progress: Progress,
  {
    active,
    until,
    count,
    signal,
  }: Advance & { readonly count: (run: Run) => void; readonly signal: AbortSignal },
): Promise<Progress> {
  const checkpoints = addCheckpoint(progress);
  const begun = activate(testCase, progress.run, active);
  const run = await inSlices(counted(advanceRun(testCase, begun, until), count), signal);
  progress.advances.push({ active, until });
  return { ...progress, run, checkpoints };
}

/** Computes a test again from its last checkpoint at or before a time in s, and yields that and each sample after it. */
export function* replay(testCase: TestCase, progress: Progress, time: number): Generator<Run, undefined> {
  const { checkpoints, advances } = progress;
  const { run: begun, next } = checkpoints.findLast(({ run }) => run.time <= time) ?? checkpoints[0]!;
  yield begun;
  let run = begun;
  for (const { active, until } of advances.slice(next))
    run = yield* advanceRun(testCase, activate(testCase, run, active), until);
  return undefined;
}

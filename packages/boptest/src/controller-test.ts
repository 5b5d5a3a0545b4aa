import { createSerialQueue } from '@plenum/platform/serial-queue';
import { bodies, createInputReader, readBody, type StepInputs } from './bodies.ts';
import { answerForecast } from './forecast.ts';
import type { Uncertainty, uncertaintyLevels } from './forecast-error.ts';
import { inSlices } from './in-slices.ts';
import { addSample, toKpis } from './kpis.ts';
import { boptestLimits } from './limits.ts';
import { describeMissing } from './periods.ts';
import { createPointReaders, listMissing } from './point-readers.ts';
import {
  advanceProgress,
  beginProgress,
  copyProgress,
  initialScenario,
  type Progress,
  type TestScenario,
} from './progress.ts';
import { mistake, type Reply, refusalReply, success } from './reply.ts';
import { answerResults } from './results.ts';
import { type Run, toRefusedText } from './run.ts';
import type { TestCase } from './test-case.ts';

/** Handles the requests to one test, one after the other. Bodies are untrusted. */
export interface ControllerTest {
  initialize(body: unknown): Promise<Reply>;
  advance(body: unknown): Promise<Reply>;
  getStep(): Promise<Reply>;
  setStep(body: unknown): Promise<Reply>;
  getScenario(): Promise<Reply>;
  setScenario(body: unknown): Promise<Reply>;
  forecast(body: unknown): Promise<Reply>;
  results(body: unknown): Promise<Reply>;
  /** Returns the KPIs with some names; those of BOPTEST if there are none. */
  kpis(names: readonly string[]): Promise<Reply>;
  snapshot(body: unknown): Promise<Reply>;
  restore(body: unknown): Promise<Reply>;
  /** Returns the names and times of the snapshots. */
  listSnapshots(): Promise<Reply>;
  /** Returns another test that begins where this one is, and shares nothing with it. */
  fork(): Promise<ControllerTest>;
  /** Ends the computation in progress. */
  stop(): void;
}

interface TestDeps {
  /** Monotonic time in ms. */
  readonly elapsed: () => number;
  readonly random: () => number;
}

const DAY = 86_400;
const WEEK = 7 * DAY;

/** Returns the level of an uncertainty; null for `none` or if it was left out. */
const toLevel = (level: (typeof uncertaintyLevels)[number] | undefined): Uncertainty | null =>
  level === undefined || level === 'none' ? null : level;

/** Starts a test at the beginning of the year of its house, or where another test is. */
export async function createControllerTest(
  testCase: TestCase,
  deps: TestDeps,
  from?: Progress,
): Promise<ControllerTest> {
  const { elapsed, random } = deps;
  const inTurn = createSerialQueue();
  const stopping = new AbortController();
  const { signal } = stopping;
  const readInputs = createInputReader(testCase.inputs);
  const readers = createPointReaders(testCase);
  const snapshots = new Map<string, Progress>();
  const ownSeed = Math.floor(random() * 2 ** 32);
  let progress = from ?? (await inSlices(beginProgress(testCase, 0), signal));
  /** Time at which the last advance ended, by `elapsed`. */
  let answeredAt: number | undefined;

  const count = (run: Run) => addSample(testCase, progress.sums, run);

  const values = (): Readonly<Record<string, number>> => {
    const { run } = progress;
    const reading = testCase.read(run.time, run.house);
    return {
      time: run.time,
      ...Object.fromEntries([...readers].map(([name, read]) => [name, read(run, reading)])),
    };
  };

  const begin = async (
    { start, warmup }: { readonly start: number; readonly warmup: number },
    { end, scenario }: Pick<Progress, 'end' | 'scenario'>,
  ): Promise<void> => {
    const { step } = progress;
    const begun = await inSlices(beginProgress(testCase, start - warmup), signal);
    const warm = { active: new Map(), until: start, count: () => {}, signal };
    const warmed = warmup === 0 ? begun : await advanceProgress(testCase, begun, warm);
    progress = { ...warmed, end, scenario, step };
    count(progress.run);
    answeredAt = undefined;
  };

  const initialize = async (body: unknown): Promise<Reply> => {
    const read = readBody(bodies.initialize, body);
    if (!read.ok) return refusalReply(read.refusal);
    const { start_time: start, warmup_period: warmup = 0 } = read.value;
    const { scenario } = progress;
    await begin(
      { start, warmup },
      { end: Number.POSITIVE_INFINITY, scenario: { ...scenario, time_period: null } },
    );
    return success(`The test begins at ${start} s, after a warm-up of ${warmup} s.`, values());
  };

  /** Counts the share of a step that the controller needed until this advance. */
  const countThinking = () => {
    const { step, sums } = progress;
    if (answeredAt === undefined || step === 0) return;
    sums.thinking.sum += (elapsed() - answeredAt) / 1_000 / step;
    sums.thinking.count++;
  };

  const advance = async ({ active, warnings }: StepInputs): Promise<Reply> => {
    const { time } = progress.run;
    if (time >= progress.end) return success('The period of the scenario has ended.', {});
    countThinking();
    const until = Math.min(progress.end, time + progress.step);
    progress = await advanceProgress(testCase, progress, { active, until, count, signal });
    answeredAt = elapsed();
    const notes = [...warnings, toRefusedText(progress.run), `Advanced from ${time} s to ${until} s.`];
    return success(notes.filter((note) => note !== '').join(' '), values());
  };

  const setScenario = async (body: unknown): Promise<Reply> => {
    const read = readBody(bodies.scenario, body);
    if (!read.ok) return refusalReply(read.refusal);
    const { time_period: period, ...settings } = read.value;
    const scenario: TestScenario = {
      electricity_price: settings.electricity_price ?? progress.scenario.electricity_price,
      time_period: period ?? progress.scenario.time_period,
      temperature_uncertainty: toLevel(settings.temperature_uncertainty),
      solar_uncertainty: toLevel(settings.solar_uncertainty),
      seed: settings.seed ?? null,
    };
    const echo = Object.fromEntries(
      Object.keys(initialScenario).map((key) => [key, settings[key as keyof typeof settings] ?? null]),
    );
    if (period === undefined) {
      progress = { ...progress, scenario };
      return success('The scenario was set.', echo);
    }
    const periods = await testCase.periods();
    const day = periods[period];
    if (day === undefined) return mistake(`time_period: ${describeMissing(period, periods)}`);
    const start = day * DAY - WEEK;
    await begin({ start, warmup: WEEK }, { end: start + 2 * WEEK, scenario });
    return success('The scenario was set, and the test begins.', { ...echo, time_period: values() });
  };

  const setStep = (body: unknown): Reply => {
    const read = readBody(bodies.step, body);
    if (!read.ok) return refusalReply(read.refusal);
    progress = { ...progress, step: read.value.step };
    return success('The step was set.', { step: read.value.step });
  };

  const kpis = (wanted: readonly string[]): Reply => {
    const { core, own } = toKpis(testCase, progress.sums, progress.scenario.electricity_price);
    if (wanted.length === 0) return success('Here are the KPIs.', core);
    const all = new Map(Object.entries({ ...core, ...own }));
    const missing = listMissing(wanted, all);
    return missing === undefined
      ? success('Here are the KPIs.', Object.fromEntries(wanted.map((name) => [name, all.get(name)])))
      : mistake(`There is no KPI ${missing}. Use ${[...all.keys()].join(', ')}.`);
  };

  const onSnapshot = (body: unknown, act: (name: string) => Reply): Reply => {
    const read = readBody(bodies.snapshot, body);
    return read.ok ? act(read.value.name ?? 'snapshot') : refusalReply(read.refusal);
  };

  const snapshot = (name: string): Reply => {
    if (!snapshots.has(name) && snapshots.size >= boptestLimits.snapshots)
      return mistake(
        `This test has ${boptestLimits.snapshots} snapshots, which is the most. Use the name of one of them: ${[...snapshots.keys()].join(', ')}.`,
      );
    snapshots.set(name, copyProgress(progress));
    return success('The snapshot was saved.', { name, time: progress.run.time });
  };

  const restore = (name: string): Reply => {
    const found = snapshots.get(name);
    if (found === undefined)
      return mistake(
        `This test has no snapshot ${JSON.stringify(name)}. It has ${[...snapshots.keys()].join(', ') || 'none'}.`,
      );
    progress = copyProgress(found);
    answeredAt = undefined;
    return success('The test returned to the snapshot.', values());
  };

  if (from === undefined) count(progress.run);
  return {
    initialize: (body) => inTurn(() => initialize(body)),
    advance: (body) =>
      inTurn(async () => {
        const read = readInputs(body);
        return read.ok ? advance(read.value) : refusalReply(read.refusal);
      }),
    getStep: () => inTurn(async () => success('Here is the step.', progress.step)),
    setStep: (body) => inTurn(async () => setStep(body)),
    getScenario: () => inTurn(async () => success('Here is the scenario.', progress.scenario)),
    setScenario: (body) => inTurn(() => setScenario(body)),
    forecast: (body) => inTurn(() => answerForecast(testCase, progress, { body, seed: ownSeed, signal })),
    results: (body) => inTurn(() => answerResults(testCase, progress, { body, readers, signal })),
    kpis: (names) => inTurn(async () => kpis(names)),
    snapshot: (body) => inTurn(async () => onSnapshot(body, snapshot)),
    restore: (body) => inTurn(async () => onSnapshot(body, restore)),
    listSnapshots: () =>
      inTurn(async () =>
        success(
          'Here are the snapshots.',
          [...snapshots].map(([name, { run }]) => ({ name, time: run.time })),
        ),
      ),
    fork: () => inTurn(() => createControllerTest(testCase, deps, copyProgress(progress))),
    stop: () => stopping.abort(new Error('The test was stopped.')),
  };
}

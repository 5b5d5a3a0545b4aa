import { bodies, readBody } from './bodies.ts';
import {
  between,
  hoursOf,
  type Uncertainty,
  withSolarErrors,
  withTemperatureErrors,
} from './forecast-error.ts';
import { inSlices } from './in-slices.ts';
import { boptestLimits } from './limits.ts';
import type { ForecastPoint } from './point.ts';
import { listMissing } from './point-readers.ts';
import type { Progress } from './progress.ts';
import { mistake, type Reply, refusalReply, success } from './reply.ts';
import type { TestCase } from './test-case.ts';

/** Longest forecast with errors, in s. */
const longestUncertain = 48 * 3_600;

/** The points whose forecasts can have errors: the setting of the scenario, and how errors are added. */
const uncertain = {
  TDryBul: { setting: 'temperature_uncertainty', add: withTemperatureErrors },
  HGloHor: { setting: 'solar_uncertainty', add: withSolarErrors },
} as const;

const isUncertain = (name: string): name is keyof typeof uncertain => Object.hasOwn(uncertain, name);

/** Returns the level of the errors of a point's forecast; null if it has none. */
const levelOf = (name: string, { scenario }: Progress): Uncertainty | null =>
  isUncertain(name) ? scenario[uncertain[name].setting] : null;

/** A forecast to compute: its horizon in s, and the seed of its errors. */
interface Wanted {
  readonly horizon: number;
  readonly seed: number;
}

/** Returns how to compute the values of a point at a time: as they come, or with errors. */
const foresee = (
  { name, at }: ForecastPoint,
  progress: Progress,
  { horizon, seed }: Wanted,
): ((time: number) => number) => {
  const level = levelOf(name, progress);
  if (level === null || !isUncertain(name)) return at;
  const hours = hoursOf(progress.run.time, horizon);
  const start = hours[0]!;
  const values = uncertain[name].add(hours.map(at), { level, seed: seed + start });
  return (time) => between({ start, values }, time);
};

/** Computes the values of points at some times, by time, because points of one time share what they need. */
function* collect(
  points: ReadonlyMap<string, (time: number) => number>,
  times: readonly number[],
): Generator<undefined, Readonly<Record<string, readonly number[]>>> {
  const series = [...points].map(([name, at]) => ({ name, at, values: [] as number[] }));
  for (const time of times) {
    for (const { at, values } of series) values.push(at(time));
    yield;
  }
  return { time: times, ...Object.fromEntries(series.map(({ name, values }) => [name, values])) };
}

/**
 * Answers a request for a forecast. With errors they stay the same for an hour and a horizon; `seed` is that of a
 * scenario without one.
 */
export async function answerForecast(
  testCase: TestCase,
  progress: Progress,
  asked: { body: unknown; seed: number; signal: AbortSignal },
): Promise<Reply> {
  const read = readBody(bodies.forecast, asked.body);
  if (!read.ok) return refusalReply(read.refusal);
  const { point_names: names, horizon, interval } = read.value;
  const points = new Map(testCase.forecasts.map((point) => [point.name, point]));
  const missing = listMissing(names, points);
  if (missing !== undefined)
    return mistake(`There is no forecast of ${missing}. GET /forecast_points/{testid} lists them.`);
  if (horizon > longestUncertain && names.some((name) => levelOf(name, progress) !== null))
    return mistake(`horizon: A forecast with uncertainty ends after at most 48 h (${longestUncertain} s).`);
  const count = Math.floor(horizon / interval + 1e-9) + 1;
  if (count * names.length > boptestLimits.numbers)
    return mistake(
      `This forecast would have ${count * names.length} numbers; the most is ${boptestLimits.numbers}. Use a longer interval.`,
    );
  const { time: now } = progress.run;
  const times = Array.from({ length: count }, (_, place) => now + place * interval);
  const wanted = { horizon, seed: progress.scenario.seed ?? asked.seed };
  const foreseen = new Map(names.map((name) => [name, foresee(points.get(name)!, progress, wanted)]));
  return success('Here is the forecast.', await inSlices(collect(foreseen, times), asked.signal));
}

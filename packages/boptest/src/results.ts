import { bodies, readBody } from './bodies.ts';
import { inSlices } from './in-slices.ts';
import { boptestLimits } from './limits.ts';
import { listMissing, type ReadPoint } from './point-readers.ts';
import { type Progress, replay } from './progress.ts';
import { mistake, type Reply, refusalReply, success } from './reply.ts';
import type { TestCase } from './test-case.ts';

/** Points of a test between two times in s. */
interface Wanted {
  readonly points: ReadonlyMap<string, ReadPoint>;
  readonly start: number;
  readonly final: number;
}

/** Collects the samples of points; undefined if they are too many. */
function* collect(
  testCase: TestCase,
  progress: Progress,
  { points, start, final }: Wanted,
): Generator<undefined, Readonly<Record<string, readonly number[]>> | undefined> {
  const time: number[] = [];
  const series = [...points].map(([name, read]) => ({ name, read, values: [] as number[] }));
  for (const run of replay(testCase, progress, start)) {
    if (run.time > final) break;
    if (run.time >= start) {
      time.push(run.time);
      const reading = testCase.read(run.time, run.house);
      for (const { read, values } of series) values.push(read(run, reading));
      if (time.length * points.size > boptestLimits.numbers) return undefined;
    }
    yield;
  }
  return { ...Object.fromEntries(series.map(({ name, values }) => [name, values])), time };
}

/** Answers a request for results, which are computed again from the nearest checkpoint. */
export async function answerResults(
  testCase: TestCase,
  progress: Progress,
  asked: { body: unknown; readers: ReadonlyMap<string, ReadPoint>; signal: AbortSignal },
): Promise<Reply> {
  const read = readBody(bodies.results, asked.body);
  if (!read.ok) return refusalReply(read.refusal);
  const { point_names: names, start_time: start, final_time: final } = read.value;
  if (final < start) return mistake(`final_time: ${final} s is before start_time, ${start} s.`);
  const missing = listMissing(names, asked.readers);
  if (missing !== undefined)
    return mistake(
      `There is no point ${missing}. GET /measurements/{testid} and GET /inputs/{testid} list them.`,
    );
  const points = new Map(names.map((name) => [name, asked.readers.get(name)!]));
  const results = await inSlices(collect(testCase, progress, { points, start, final }), asked.signal);
  return results === undefined
    ? mistake(
        `These results would have more than ${boptestLimits.numbers} numbers. Ask for fewer points or a shorter time.`,
      )
    : success('Here are the results.', results);
}

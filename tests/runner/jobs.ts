import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type JobResult, readJobResult } from './job-result.ts';
import type { Job } from './test-files.ts';

/** Options for running jobs. */
export interface JobOptions {
  readonly root: string;
  /** Options of `node --test` for every job. */
  readonly options: readonly string[];
  /** Number of parallel jobs while the processor is busy. */
  readonly cores: number;
  readonly write: (text: string) => void;
  /** Returns the number of cores that were idle since the last call. */
  readonly readIdle: () => number;
}

/**
 * Timeout of a job in ms: a hundred files may take 45 minutes on a busy machine. The timeout of a single test is 10
 * minutes.
 */
const maxJob = 2_700_000;

/** Milliseconds after which a started job affects the measured load. */
const interval = 1_000;

/** Maximum number of parallel jobs per core, even if they wait. */
const maxPerCore = 3;

/** Creates a function that returns the number of cores of this machine that were idle since its last call. */
export function createIdleReader(): () => number {
  const read = () => {
    const all = cpus().map(({ times }) => times);
    const idle = all.reduce((sum, times) => sum + times.idle, 0);
    const total = all.reduce(
      (sum, { idle: rest, user, nice, sys, irq }) => sum + rest + user + nice + sys + irq,
      0,
    );
    return { idle, total, count: all.length };
  };
  let before = read();
  return () => {
    const now = read();
    const elapsed = now.total - before.total;
    const idle = elapsed === 0 ? 0 : ((now.idle - before.idle) / elapsed) * now.count;
    before = now;
    return idle;
  };
}

/** Idle cores required for one more job. If fewer are idle, the running jobs compete for cores and do not wait. */
const minIdle = 0.1;

/**
 * True if another job may start although there is already one per core. While jobs wait (for a kill, an outage, a
 * page), they leave part of a core idle.
 */
export const mayStart = (running: number, cores: number, idle: number): boolean =>
  running < cores * maxPerCore && idle > minIdle;

/** Orders jobs by duration, longest first, so that a long job does not run alone at the end. */
export function orderJobs(jobs: readonly Job[], seconds: Readonly<Record<string, number>>): readonly Job[] {
  const secondsOf = ({ name }: Job) => seconds[name] ?? 0;
  return jobs.toSorted((a, b) => secondsOf(b) - secondsOf(a));
}

const imports = ['uncaught.ts', 'end-with-runner.ts'].map((name) => new URL(name, import.meta.url).href);

/** Runs a job with `node --test` in one process. */
export async function runJob({ name, files }: Job, { root, options }: JobOptions): Promise<JobResult> {
  const args = ['--test', '--test-isolation=none', '--test-timeout=600000'];
  const loaded = imports.map((url) => `--import=${url}`);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...args, ...loaded, ...options, ...files], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that the processes that a test started end with the job.
    detached: true,
  });
  const end = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // The group has already ended.
    }
  };
  process.once('exit', end);
  const timer = setTimeout(end, maxJob);
  let output = '';
  // By lines, so that an error does not get into the middle of a count.
  const read = (stream: Readable) =>
    once(
      createInterface(stream).on('line', (line) => {
        output += `${line}\n`;
      }),
      'close',
    );
  const [[code]] = await Promise.all([once(child, 'close'), read(child.stdout), read(child.stderr)]);
  clearTimeout(timer);
  process.off('exit', end);
  const seconds = (performance.now() - startedAt) / 1_000;
  return readJobResult({ name, files, code, output, seconds });
}

/**
 * Runs jobs in order, and those in `later` once they are ready. Prints the output of each job as a whole when the job
 * ends.
 */
export async function runJobs(
  jobs: readonly Job[],
  options: JobOptions,
  later: Promise<readonly Job[]> = Promise.resolve([]),
): Promise<readonly JobResult[]> {
  const waiting = [...jobs];
  let isComing = true;
  const coming = later.then((come) => {
    waiting.push(...come);
    isComing = false;
  });
  const running = new Set<Promise<void>>();
  const results: JobResult[] = [];
  const start = (job: Job) => {
    const run = runJob(job, options).then((result) => {
      results.push(result);
      running.delete(run);
      options.write(`\n${job.name}, ${result.seconds.toFixed(1)} s\n${result.output}`);
    });
    running.add(run);
  };
  while (isComing || waiting.length > 0 || running.size > 0) {
    while (waiting.length > 0 && running.size < options.cores) start(waiting.shift()!);
    options.readIdle();
    const hasTimePassed = await Promise.race([
      ...running,
      ...(isComing ? [coming] : []),
      pause(interval, true, { ref: false }),
    ]);
    if (hasTimePassed && waiting.length > 0 && mayStart(running.size, options.cores, options.readIdle()))
      start(waiting.shift()!);
  }
  return results;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Outcome, readOutcome } from './outcome.ts';
import type { Job } from './test-files.ts';

/** How jobs run. */
export interface JobOptions {
  readonly root: string;
  /** Options of `node --test` for every job. */
  readonly options: readonly string[];
  /** How many jobs run at once while the processor is busy. */
  readonly cores: number;
  readonly write: (text: string) => void;
  /** How many cores had nothing to do since the last call. */
  readonly readIdle: () => number;
}

/** A job of a hundred files may take 45 minutes on a machine that does much else; a test in it 10. */
const maxJob = 2_700_000;

/** Milliseconds after which a started job shows in how busy the processor is. */
const interval = 1_000;

/** How many jobs run at once for each core at most, however much they wait. */
const maxPerCore = 3;

/** Reads how many cores of this machine had nothing to do since the last call. */
export const createIdleReader = (): (() => number) => {
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
};

/** Cores that have to be unused for one more job: with less, the jobs that run take turns, and none of them waits. */
const minIdle = 0.1;

/** Whether a job may start beside as many as there are cores: those wait (for a kill, an outage, a page) and leave some of a core unused. */
export const mayStart = (running: number, cores: number, idle: number): boolean =>
  running < cores * maxPerCore && idle > minIdle;

/** Jobs in the order in which they start: the longest first, so that none is left over when all others are done. */
export const orderJobs = (
  jobs: readonly Job[],
  seconds: Readonly<Record<string, number>>,
): readonly Job[] => {
  const secondsOf = ({ name }: Job) => seconds[name] ?? 0;
  return jobs.toSorted((a, b) => secondsOf(b) - secondsOf(a));
};

const uncaught = new URL('uncaught.ts', import.meta.url).href;

/** Runs a job by `node --test` in one process. */
export const runJob = async ({ name, files }: Job, { root, options }: JobOptions): Promise<Outcome> => {
  const args = ['--test', '--test-isolation=none', '--test-timeout=600000', '--import', uncaught];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...args, ...options, ...files], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maxJob,
    killSignal: 'SIGKILL',
  });
  // Who ends the runner ends its jobs: alone they would go on for as long as they take.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  const [code] = (await once(child, 'close')) as [number | null];
  process.off('exit', end);
  const seconds = (performance.now() - startedAt) / 1_000;
  return readOutcome({ name, files, code, output, seconds });
};

/** Runs jobs in their order, and `later` once they may start; each job's output in one piece when it has ended. */
export const runJobs = async (
  jobs: readonly Job[],
  options: JobOptions,
  later: Promise<readonly Job[]> = Promise.resolve([]),
): Promise<readonly Outcome[]> => {
  const waiting = [...jobs];
  let isComing = true;
  const coming = later.then((come) => {
    waiting.push(...come);
    isComing = false;
  });
  const running = new Set<Promise<void>>();
  const outcomes: Outcome[] = [];
  const start = (job: Job) => {
    const run = runJob(job, options).then((outcome) => {
      outcomes.push(outcome);
      running.delete(run);
      options.write(`\n${job.name}, ${outcome.seconds.toFixed(1)} s\n${outcome.output}`);
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
  return outcomes;
};

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { relativeSpread, type Summary, summarize } from './statistics.ts';

/** The machine of a measurement, without its name or its folders. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly kernel: string;
  readonly commit: string;
  readonly day: string;
}

const root = join(import.meta.dirname, '..');
const written = ['bench/recorded.json', 'docs/growth.md', 'docs/performance.md'];

const readCommit = (): string => {
  try {
    const run = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
    // The files that a recording writes do not change the program that it measured.
    const changes = run('status', '--porcelain', '--', '.', ...written.map((path) => `:!${path}`));
    return run('rev-parse', '--short=8', 'HEAD') + (changes === '' ? '' : ' and changes');
  } catch {
    return 'unknown';
  }
};

export const describeMachine = (): Machine => ({
  cpu: cpus()[0]!.model,
  cores: cpus().length,
  node: process.versions.node,
  // Without the name that its builder gave it.
  kernel: release().split('-')[0]!,
  commit: readCommit(),
  day: new Date().toISOString().slice(0, 10),
});

/** Returns the ticks of all cores so far: those in use, also by other guests of the host, and all of them. */
const readTicks = (): { used: number; all: number } => {
  // user nice system idle iowait irq softirq steal (proc(5))
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, some) => sum + some, 0);
  return { used: all - ticks[3]! - ticks[4]!, all };
};

/** Runs a fixed amount of work that fits into the first cache; returns its duration in ms. */
export function runLoop(): number {
  const begun = performance.now();
  let hash = 0;
  for (let n = 0; n < 10_000_000; n++) hash = Math.imul(hash ^ n, 0x01000193);
  // A result that is never used would allow V8 to leave the loop out.
  if (hash === 1) throw new Error('impossible');
  return performance.now() - begun;
}

export interface Calibration {
  /** Share of all cores that others used while this process did nothing. */
  readonly load: number;
  /** Duration of the loop in ms. */
  readonly loop: Summary;
}

export async function calibrate(): Promise<Calibration> {
  runLoop();
  const before = readTicks();
  await pause(1_000);
  const after = readTicks();
  const load = (after.used - before.used) / (after.all - before.all);
  return { load, loop: summarize(Array.from({ length: 30 }, runLoop)) };
}

const most = { load: 0.1, spread: 0.05 } as const;
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** Returns why a machine is too noisy to measure on, or `undefined` if it is quiet. */
export function findNoise({ load, loop }: Calibration): string | undefined {
  if (load > most.load) return `others use ${percent(load)} of it`;
  const spread = relativeSpread(loop);
  return spread > most.spread ? `the same loop takes ${percent(spread)} more or less time` : undefined;
}

/** Calibrates until the machine is quiet, for a minute at most; returns the calibration, or why it is not quiet. */
export async function awaitQuiet(): Promise<Calibration | string> {
  const end = performance.now() + 60_000;
  for (;;) {
    const calibration = await calibrate();
    const noise = findNoise(calibration);
    if (noise === undefined) return calibration;
    if (performance.now() > end) return noise;
    await pause(2_000);
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@plenum/testbed/free-port';
import { median } from '../median.ts';
import type { Measurement, Row } from '../row.ts';

const rounds = 5;
const limits = { seconds: 0.8, megabytes: 120, firstMegabytes: 150 };
/** Limits for the package built by `npm run build:dist`, from its second start on. */
const compiledLimits = { seconds: 0.35, megabytes: 100 };
const source = join(import.meta.dirname, '../../packages/cli/bin/plenum.js');
const compiled = join(import.meta.dirname, '../../dist/plenum/bin/plenum.js');

const untilAnswered = async (port: number): Promise<void> => {
  for (;;) {
    try {
      await (await fetch(`http://127.0.0.1:${port}/SystemSettings`)).text();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
};

const residentOf = (pid: number): number => {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line![1]) / 1024;
};

const startOnce = async (
  plenum: string,
  dataDir: string,
): Promise<{ seconds: number; megabytes: number }> => {
  const [http, udp] = [await freePort(), await freePort()];
  const ports = ['--http-host', '127.0.0.1', '--http-port', `${http}`, '--udp-port', `${udp}`];
  const begun = performance.now();
  const child = spawn(process.execPath, [plenum, 'bridge', '--data', dataDir, ...ports], { stdio: 'ignore' });
  await untilAnswered(http);
  const seconds = (performance.now() - begun) / 1000;
  for (let n = 0; n < 500; n++) await (await fetch(`http://127.0.0.1:${http}/SystemSettings`)).text();
  const megabytes = residentOf(child.pid!);
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { seconds, megabytes };
};

/** Measures the first start of a data folder, which simulates the two days before it, and a second start. */
const startTwice = async (plenum: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
  const first = await startOnce(plenum, dataDir);
  const later = await startOnce(plenum, dataDir);
  rmSync(dataDir, { recursive: true });
  return { first, later };
};

const toMemoryRow = (name: string, megabytes: number, limit: number): Row => ({
  name,
  measured: `${megabytes.toFixed(0)} MB`,
  reference: 'after 500 answers',
  ratio: megabytes / limit,
  limit: `<= ${limit} MB`,
  within: megabytes <= limit,
});

const measureRuns = async (plenum: string) => {
  const runs = [];
  for (let round = 0; round < rounds; round++) runs.push(await startTwice(plenum));
  return runs;
};

const toTimeRow = (name: string, seconds: number, limit: number): Row => ({
  name,
  measured: `${seconds.toFixed(2)} s`,
  reference: `median of ${rounds} starts`,
  ratio: seconds / limit,
  limit: `<= ${limit} s`,
  within: seconds <= limit,
});

/** Measures the built program, if `npm run build:dist` has been run. */
const measureCompiled: Measurement = async () => {
  if (!existsSync(compiled)) return [];
  const runs = await measureRuns(compiled);
  const seconds = median(runs.map(({ later }) => later.seconds));
  const megabytes = median(runs.map(({ later }) => later.megabytes));
  return [
    toTimeRow('start to first answer, installed', seconds, compiledLimits.seconds),
    toMemoryRow('resident memory, installed', megabytes, compiledLimits.megabytes),
  ];
};

/** Measures the time from starting `plenum bridge` to its first response, and its resident memory (decisions/015). */
export const measureStart: Measurement = async () => {
  const runs = await measureRuns(source);
  const seconds = median(runs.map(({ first }) => first.seconds));
  return [
    toTimeRow('start to first answer', seconds, limits.seconds),
    toMemoryRow('resident memory', median(runs.map(({ later }) => later.megabytes)), limits.megabytes),
    toMemoryRow(
      'resident memory of a first start',
      median(runs.map(({ first }) => first.megabytes)),
      limits.firstMegabytes,
    ),
    ...(await measureCompiled()),
  ];
};

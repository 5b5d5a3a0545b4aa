import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@plenum/testbed/free-port';
import { alternate } from '../alternate.ts';
import type { Samples } from '../measured.ts';

const source = join(import.meta.dirname, '../../packages/cli/bin/plenum.js');
const installed = join(import.meta.dirname, '../../dist/plenum/bin/plenum.js');

/** The limit: Node with one file, which answers over HTTP at the port that it is given. */
const bare = `require('node:http').createServer((_, response) => response.end('OK')).listen(+process.argv[1], '127.0.0.1')`;

/** A start: seconds to the first answer, and the memory after 500 of them in MB. */
interface Start {
  readonly seconds: number;
  readonly resident: number;
  readonly private: number;
}

const untilAnswered = async (url: string): Promise<void> => {
  for (;;) {
    try {
      await (await fetch(url)).text();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
};

/** Returns the sum of some lines of /proc/PID/smaps_rollup in MB. */
const memoryOf = (rollup: string, ...names: readonly string[]): number =>
  names.reduce((sum, name) => sum + Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(rollup)![1]), 0) /
  1024;

const startOnce = async (path: string, toWords: (port: number) => readonly string[]): Promise<Start> => {
  const port = await freePort();
  const words = toWords(port);
  const url = `http://127.0.0.1:${port}${path}`;
  const begun = performance.now();
  const child = spawn(process.execPath, words, { stdio: 'ignore' });
  await untilAnswered(url);
  const seconds = (performance.now() - begun) / 1000;
  for (let n = 0; n < 500; n++) await (await fetch(url)).text();
  const rollup = readFileSync(`/proc/${child.pid}/smaps_rollup`, 'utf8');
  child.kill('SIGTERM');
  await once(child, 'exit');
  return {
    seconds,
    resident: memoryOf(rollup, 'Rss'),
    private: memoryOf(rollup, 'Private_Clean', 'Private_Dirty'),
  };
};

const startBare = () => startOnce('/', (port) => ['-e', bare, `${port}`]);

const startBridge = async (plenum: string, data: string) => {
  const udp = await freePort();
  return startOnce('/SystemSettings', (port) => [
    ...[plenum, 'bridge', '--data', data],
    ...['--http-host', '127.0.0.1', '--http-port', `${port}`, '--udp-port', `${udp}`],
  ]);
};

const startCloud = (plenum: string, data: string) =>
  startOnce('/version', (port) => [
    ...[plenum, 'cloud', '--data', data],
    ...['--http-host', '127.0.0.1', '--http-port', `${port}`],
  ]);

const inFolder = async <Value>(run: (folder: string) => Promise<Value>): Promise<Value> => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const toSamples =
  (ours: readonly Start[], limit: readonly Start[]) =>
  (name: string, figure: keyof Start): Samples => ({
    name,
    ours: ours.map((start) => start[figure]),
    others: { 'raw node:http': limit.map((start) => start[figure]) },
  });

const measureSource = (): Promise<readonly Samples[]> =>
  inFolder(async (folder) => {
    let turn = 0;
    const { ours, limit, first } = await alternate({
      first: () => startBridge(source, join(folder, String(++turn))),
      ours: () => startBridge(source, join(folder, String(turn))),
      limit: startBare,
    });
    const later = toSamples(ours, limit);
    return [
      toSamples(first, limit)('bridge from source, first answer', 'seconds'),
      later('bridge from source, resident memory', 'resident'),
      toSamples(first, limit)('bridge from source, resident memory of a first start', 'resident'),
    ];
  });

const measureInstalled = (): Promise<readonly Samples[]> =>
  inFolder(async (folder) => {
    const { bridge, cloud, limit } = await alternate({
      bridge: () => startBridge(installed, join(folder, 'bridge')),
      cloud: () => startCloud(installed, join(folder, 'cloud')),
      limit: startBare,
    });
    const ofBridge = toSamples(bridge, limit);
    const ofCloud = toSamples(cloud, limit);
    return [
      ofBridge('installed bridge, first answer', 'seconds'),
      ofBridge('installed bridge, resident memory', 'resident'),
      ofBridge('installed bridge, private memory', 'private'),
      ofCloud('installed cloud, first answer', 'seconds'),
      ofCloud('installed cloud, private memory', 'private'),
    ];
  });

/** Measures starts to the first answer, and the memory after it (decisions/015). */
export async function measureStart(): Promise<readonly Samples[]> {
  const fromSource = await measureSource();
  if (existsSync(installed)) return [...fromSource, ...(await measureInstalled())];
  console.error('Without dist/ the installed programs are not measured: npm run build:dist');
  return fromSource;
}

/**
 * Runs the tests: `node tests/runner/run.ts all|unit [part of a path ...] [options of node --test]`.
 *
 * Unit tests share one process, and then those of the cloud share one. Every other file has a process of its own, two at once.
 * All but the unit tests share one PostgreSQL (a database for each test) and one Chromium. A single file needs none of this: `node --test FILE`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowserServer } from '@plenum/testbed/chromium';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { findTestFiles, selectCloudTests, selectUnitTests } from './test-files.ts';

const root = join(import.meta.dirname, '../..');
const [tier = 'all', ...words] = process.argv.slice(2);
const options = words.filter((word) => word.startsWith('-'));
const parts = words.filter((word) => !word.startsWith('-'));
if (tier !== 'all' && tier !== 'unit') {
  console.error(`There is no tier "${tier}": all or unit.`);
  process.exit(2);
}

// Half of what a short test file costs is compiling: the compiled code is kept between processes and runs.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/plenum');

const memory = '/dev/shm';
const neededMemory = 2 ** 31;

/**
 * Puts the temporary folders of all tests in memory where the system offers it (Linux, 2 GB free). A commit waits for the disk,
 * and a test needs no disk: it kills processes, and what a killed process wrote stays with the operating system.
 */
const useMemoryForFolders = (): void => {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < neededMemory) return;
    const folder = mkdtempSync(join(memory, 'plenum-tests-'));
    // PostgreSQL runs as another user when the tests run as root.
    chmodSync(folder, 0o711);
    process.env.TMPDIR = folder;
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  } catch {
    // No such folder on this system: the tests use the usual one.
  }
};

/** What the test runner of Node counted, and its exit code. */
interface Outcome {
  readonly code: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Runs files by `node --test`, where there are any; its output goes to ours from the moment `turn` resolves. */
const runFiles = async (
  files: readonly string[],
  more: readonly string[],
  turn: Promise<unknown>,
): Promise<Outcome | undefined> => {
  if (files.length === 0) return undefined;
  const args = ['--test', '--test-timeout=600000', ...more, ...options, ...files];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const early: Buffer[] = [];
  let write = (piece: Buffer) => void early.push(piece);
  let tail = '';
  child.stdout.on('data', (piece: Buffer) => {
    tail = (tail + piece.toString('utf8')).slice(-1_000_000);
    write(piece);
  });
  const ended = once(child, 'close');
  await turn;
  for (const piece of early) process.stdout.write(piece);
  write = (piece) => void process.stdout.write(piece);
  const [code] = await ended;
  const count = (name: string) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(tail)?.[1] ?? 0);
  const failed = count('fail') + count('cancelled');
  return { code: code ?? 1, passed: count('pass'), failed, skipped: count('skipped') };
};

/** Starts what test files share, and tells them by the environment, which they pass on to the processes they start. */
const startServers = async (): Promise<AsyncDisposable> => {
  await using stack = new AsyncDisposableStack();
  const browser = stack.use(await startBrowserServer());
  process.env.PLENUM_TEST_BROWSER = browser.url;
  if (postgresMissing === false)
    process.env.PLENUM_TEST_POSTGRES = stack.use(await startPostgres()).url('postgres');
  return stack.move();
};

const files = findTestFiles().filter(
  (path) => parts.length === 0 || parts.some((part) => path.includes(part)),
);
if (files.length === 0) {
  console.error(`No test file has ${parts.join(' or ')} in its path.`);
  process.exit(2);
}
const unit = selectUnitTests(files);
const others = tier === 'all' ? files.filter((path) => !unit.includes(path)) : [];
const cloud = selectCloudTests(others);
const rest = others.filter((path) => !cloud.includes(path));

useMemoryForFolders();

const together = ['--test-isolation=none'];

const runAll = async (): Promise<Outcome[]> => {
  const units = runFiles(unit, together, Promise.resolve());
  if (others.length === 0) return [await units].filter((outcome) => outcome !== undefined);
  await using _ = await startServers();
  const ofCloud = units.then(() => runFiles(cloud, together, Promise.resolve()));
  const alone = runFiles(rest, ['--test-concurrency=2'], ofCloud);
  return (await Promise.all([units, ofCloud, alone])).filter((outcome) => outcome !== undefined);
};

const outcomes = await runAll();
const sum = (name: keyof Outcome) => outcomes.reduce((total, outcome) => total + outcome[name], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = outcomes.some(({ code }) => code !== 0) ? 1 : 0;

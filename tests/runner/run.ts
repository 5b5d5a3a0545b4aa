/**
 * Runs the tests: `node tests/runner/run.ts all|fast|slow|unit [part of a path ...] [--record] [options of node --test]`.
 *
 * A job is a process (decisions/040): the unit tests are two jobs, the tests of a package share one or two, those that
 * open a browser are divided among several, and a long file has its own. The longest start first (`seconds.json`,
 * written by `--record`), as many in parallel as there are cores, and more while running ones wait. A failed file runs
 * once more alone at the end (decisions/027). All tests except the unit tests share one PostgreSQL (with a database for
 * each test), one unpacked Chromium and one compiled `plenum`, which starts with a fifth less CPU time than the
 * source and is built again only after a change. A single file needs none of this: `node --test FILE`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { unpackChromium } from '@plenum/testbed/chromium';
import { createInitialFolder, postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { onOrphaned } from './ancestors.ts';
import { createIdleReader, orderJobs, runJobs } from './jobs.ts';
import { runAgain } from './second-run.ts';
import { readSeconds, writeSeconds } from './seconds.ts';
import {
  findTestFiles,
  type Job,
  selectSharedTests,
  selectSlowTests,
  selectUnitTests,
  toUnitJobs,
} from './test-files.ts';

const root = join(import.meta.dirname, '../..');
const [tier = 'all', ...words] = process.argv.slice(2);
const isRecording = words.includes('--record');
const options = words.filter((word) => word.startsWith('-') && word !== '--record');
const parts = words.filter((word) => !word.startsWith('-'));

/** The test files of each tier; `fast` and `slow` together contain all files. */
const tiers: Readonly<Record<string, (files: readonly string[]) => readonly string[]>> = {
  all: (all) => all,
  fast: (all) => {
    const slow = new Set(selectSlowTests(all));
    return all.filter((path) => !slow.has(path));
  },
  slow: selectSlowTests,
  unit: selectUnitTests,
};
const select = tiers[tier];
if (select === undefined) {
  console.error(`There is no tier "${tier}". Use one of: ${Object.keys(tiers).join(', ')}.`);
  process.exit(2);
}

// Compiling takes half the time of a short test file, so compiled code is stored for other processes and later runs.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/plenum');

/** Maximum number of parallel jobs on a machine with many cores, because all of them use one PostgreSQL. */
const maxAtOnce = 4;

const memory = '/dev/shm';
const neededMemory = 2 ** 31;

/**
 * Puts the temporary folders of all tests in memory if the system supports it (Linux, 2 GB free). A commit waits for
 * the disk, which tests do not need, because they only kill processes, and data written by a killed process stays in
 * the operating system.
 */
const useMemoryForFolders = (): void => {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < neededMemory) return;
    const folder = mkdtempSync(join(memory, 'plenum-tests-'));
    // PostgreSQL runs as another user if the tests run as root.
    chmodSync(folder, 0o711);
    process.env.TMPDIR = folder;
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  } catch {
    // The system has no such folder, so the tests use the usual one.
  }
};

/** Builds the published packages if that is necessary; returns the path of their command line. */
const buildPackages = async (): Promise<string> => {
  const child = spawn(process.execPath, ['packaging/build-when-newer.ts'], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('Building the packages failed.');
  return join(root, 'dist/plenum/bin/plenum.js');
};

/** Unpacks the browser and starts the database for all test files. */
const startShared = async (stack: AsyncDisposableStack): Promise<void> => {
  if (tier !== 'fast' && process.env.CHROMIUM_PATH === undefined)
    process.env.PLENUM_TEST_CHROMIUM = stack.use(await unpackChromium()).path;
  if (postgresMissing === false) {
    process.env.PLENUM_TEST_POSTGRES_FOLDER = stack.use(createInitialFolder()).path;
    process.env.PLENUM_TEST_POSTGRES = stack.use(await startPostgres()).url('postgres');
  }
};

/**
 * Creates and starts the resources that test files share until the stack is disposed of, and passes them to the tests
 * in environment variables.
 */
const prepareShared = async (stack: AsyncDisposableStack): Promise<void> => {
  const [command] = await Promise.all([buildPackages(), startShared(stack)]);
  process.env.PLENUM_TEST_COMMAND = command;
};

const files = select(findTestFiles()).filter(
  (path) => parts.length === 0 || parts.some((part) => path.includes(part)),
);
if (files.length === 0) {
  console.error(`No test file has ${parts.join(' or ')} in its path.`);
  process.exit(2);
}
const unit = selectUnitTests(files);
const others = files.filter((path) => !unit.includes(path));
const shared = selectSharedTests(others);
const unitJobs = toUnitJobs(unit);
const otherJobs: readonly Job[] = [
  ...shared,
  ...others
    .filter((path) => !shared.some((job) => job.files.includes(path)))
    .map((path) => ({ name: path, files: [path] })),
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
onOrphaned(() => process.exit(130));
useMemoryForFolders();

const runAll = async () => {
  const jobOptions = {
    root,
    options,
    cores: Math.max(2, Math.min(availableParallelism(), maxAtOnce)),
    write: (text: string) => void process.stdout.write(text),
    readIdle: createIdleReader(),
  };
  const seconds = readSeconds();
  await using stack = new AsyncDisposableStack();
  const prepare = async () => {
    if (others.length > 0) await prepareShared(stack);
    return orderJobs(otherJobs, seconds);
  };
  // The unit tests use none of the shared resources, so they run while these are prepared.
  const results = await runJobs(orderJobs(unitJobs, seconds), jobOptions, prepare());
  // The second run also needs the servers, so they end after it.
  return await runAgain(results, new Set(unitJobs.map(({ name }) => name)), jobOptions);
};

const { results, isPassed } = await runAll();
if (isRecording) writeSeconds(results);
const sum = (name: 'passed' | 'failed' | 'skipped') =>
  results.reduce((total, result) => total + result[name], 0);
const again = isPassed && sum('failed') > 0 ? ' at first, none again' : '';
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${again}, ${sum('skipped')} skipped`);
process.exitCode = isPassed ? 0 : 1;

/**
 * Changes the source in small ways, and reports the changes that no test noticed: `npm run mutation -- PATH [--count
 * 60] [--seed 1] [--minutes 30]`. PATH is a file or a folder.
 *
 * The changes are made in a copy of the tree. For each change, the nearest tests that run the changed characters are
 * run; if all pass, types are checked. `count` of the changes to PATH are chosen by the seed.
 */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { connectTo, createInitialFolder, postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { createSeededRandom } from '@plenum/testbed/seeded-random';
import { copyTree } from '../tree-copy.ts';
import { applyChange, type Change, describeChange, findChanges } from './changes.ts';
import { findNearest, readImporters } from './nearest.ts';
import { readCoverage, runTestFile } from './test-process.ts';

/** Maximum number of test files for each source file. */
const maxTests = 8;

/** A test that takes longer than this with a change is considered endless. */
const slowest = { factor: 5, milliseconds: 20_000 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '30' },
  },
});
const [path] = positionals;
if (path === undefined || !existsSync(path)) {
  console.error('npm run mutation -- PATH [--count 60] [--seed 1] [--minutes 30]');
  process.exit(2);
}
const endsAt = performance.now() + Number(values.minutes) * 60_000;

const isSource = (file: string) => /\.ts$/.test(file) && !/\.(test|fixture|d)\.ts$/.test(file);
const sources = (statSync(path).isFile() ? [path] : globSync(`${path}/**/*.ts`)).filter(isSource).sort();

interface Placed {
  readonly file: string;
  readonly source: string;
  readonly change: Change;
}
const all: Placed[] = sources.flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  return findChanges(file, source).map((change) => ({ file, source, change }));
});
const random = createSeededRandom(Number(values.seed));
const chosen = all
  .map((placed) => ({ placed, order: random.fraction() }))
  .toSorted((a, b) => a.order - b.order)
  .slice(0, Number(values.count))
  .map(({ placed }) => placed);
console.log(`seed ${values.seed}: ${chosen.length} of ${all.length} changes to ${sources.length} files`);

const stack = new AsyncDisposableStack();
const tree = stack.use(copyTree());
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(130)));
// Deleting the copy also deletes the temporary files of tests that were terminated. PostgreSQL runs as another user if
// the tests run as root.
const temporary = join(tree.folder, 'node_modules/.cache/temporary');
mkdirSync(temporary, { recursive: true });
chmodSync(tree.folder, 0o711);
const { NODE_TEST_CONTEXT: _, PLENUM_FULL: _full, ...inherited } = process.env;
const env: NodeJS.ProcessEnv = {
  ...inherited,
  TMPDIR: temporary,
  NODE_COMPILE_CACHE: join(tree.folder, 'node_modules/.cache/plenum'),
};
let server: string | undefined;
if (postgresMissing === false) {
  env.PLENUM_TEST_POSTGRES_FOLDER = stack.use(createInitialFolder()).path;
  server = stack.use(await startPostgres()).url('postgres');
  env.PLENUM_TEST_POSTGRES = server;
}

/** Drops the databases that tests left behind; another process may reuse their names. */
const dropDatabases = async () => {
  if (server === undefined) return;
  await using client = await connectTo(server);
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname LIKE 'test%'`,
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
};

const importers = readImporters(
  globSync(['packages/*/{src,bin}/**/*.ts', 'examples/**/*.ts', 'tests/**/*.ts'], {
    exclude: ['**/node_modules/**'],
  }),
);

interface Known {
  readonly milliseconds: number;
  readonly runs: ReturnType<typeof readCoverage>;
}
const known = new Map<string, Known | undefined>();
const coverage = join(temporary, 'coverage');

/** Returns the characters that a test runs without a change, and its duration; `undefined` if it fails. */
const measure = async (test: string): Promise<Known | undefined> => {
  if (known.has(test)) return known.get(test);
  // The compile cache makes coverage less exact.
  const measured = { ...env, NODE_V8_COVERAGE: coverage, NODE_COMPILE_CACHE: undefined };
  const { isPassed, milliseconds } = await runTestFile(tree.folder, test, { most: 300_000, env: measured });
  if (!isPassed) console.log(`${test} fails even without a change, and is left out`);
  known.set(test, isPassed ? { milliseconds, runs: readCoverage(coverage) } : undefined);
  rmSync(coverage, { recursive: true, force: true });
  return known.get(test);
};

/** Runs `work` while the copy of the tree contains a change. */
const whileChanged = async <Result>(
  { file, source, change }: Placed,
  run: () => Promise<Result>,
): Promise<Result> => {
  writeFileSync(join(tree.folder, file), applyChange(source, change));
  try {
    return await run();
  } finally {
    writeFileSync(join(tree.folder, file), source);
  }
};

const compiles = async (file: string): Promise<boolean> => {
  const config = join(tree.folder, 'tsconfig.mutation.json');
  writeFileSync(config, JSON.stringify({ extends: './tsconfig.json', include: [], files: [file] }));
  const words = ['node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded', '-p', config];
  return promisify(execFile)(process.execPath, words, { cwd: tree.folder }).then(
    () => true,
    () => false,
  );
};

type Verdict = 'failed' | 'types' | 'survived' | 'unreached';

/** Runs a test with a change and returns its verdict; `unreached` if it does not run the changed code. */
const tryTest = async (test: string, placed: Placed): Promise<Verdict> => {
  const without = await measure(test);
  const url = pathToFileURL(join(tree.folder, placed.file)).href;
  if (without === undefined || !without.runs(url, placed.change.from)) return 'unreached';
  const most = without.milliseconds * slowest.factor + slowest.milliseconds;
  const { isPassed } = await whileChanged(placed, () => runTestFile(tree.folder, test, { most, env }));
  return isPassed ? 'survived' : 'failed';
};

const judge = async (placed: Placed): Promise<Verdict> => {
  let verdict: Verdict = 'unreached';
  // Fast tests run first; the duration of other tests is measured when they are needed.
  const costOf = (test: string) => known.get(test)?.milliseconds ?? Number.MAX_VALUE;
  const nearest = findNearest(placed.file, importers, maxTests);
  for (const test of nearest.toSorted((a, b) => costOf(a) - costOf(b))) {
    const tried = await tryTest(test, placed);
    if (tried === 'failed') return tried;
    if (tried === 'survived') verdict = tried;
  }
  return (await whileChanged(placed, () => compiles(placed.file))) ? verdict : 'types';
};

const counts: Record<Verdict, number> = { failed: 0, types: 0, survived: 0, unreached: 0 };
for (const placed of chosen) {
  if (performance.now() > endsAt) {
    console.log(`${values.minutes} minutes are over`);
    break;
  }
  const { file, source, change } = placed;
  const verdict = await judge(placed);
  await dropDatabases();
  counts[verdict] += 1;
  if (verdict === 'survived' || verdict === 'unreached')
    console.log(`${verdict} ${file}:${describeChange(source, change)}`);
}
const noticed = counts.failed + counts.types;
const judged = noticed + counts.survived + counts.unreached;
const percent = ((100 * noticed) / Math.max(1, judged)).toFixed(1);
console.log(
  `noticed ${noticed} of ${judged}, ${percent} % (${counts.failed} by a test, ${counts.types} by the types)`,
);
await stack.disposeAsync();

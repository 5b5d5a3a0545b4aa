/**
 * Changes the source in small ways, and reports the changes that no test noticed: `npm run mutation -- PATH... [--count
 * 60] [--seed 1] [--minutes 30] [--tests 8] [--report FILE]`. A PATH is a file or a folder.
 *
 * The changes are made in a copy of the tree. For each change that compiles, the nearest tests that run the changed
 * characters are run, of at most `tests` files. `count` of the changes to each PATH are chosen by the seed.
 *
 * With `--report` each tried change is a line of FILE (JSON), which a later run continues. If a survivor has no visible
 * effect, add `equivalent`, a sentence, to its line. `--again` tries the other survivors of FILE again, and `--sum` only
 * prints the result by folder.
 */
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
import { parseArgs } from 'node:util';
import { connectTo, createInitialFolder, postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { createSeededRandom } from '@plenum/testbed/seeded-random';
import { copyTree } from '../tree-copy.ts';
import { applyChange, describeChange, findChanges } from './changes.ts';
import { findImporting, findNearest, readImporters } from './nearest.ts';
import { formatReport, isSurvivor, type Judgement, readReport, type Tried, writeReport } from './report.ts';
import { type Reach, readCoverage, runTestFile } from './test-process.ts';
import { openTypeCheck } from './type-check.ts';

/** A test that takes longer than this with a change is considered endless. */
const slowest = { factor: 5, milliseconds: 10_000 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '30' },
    tests: { type: 'string', default: '8' },
    report: { type: 'string' },
    again: { type: 'boolean', default: false },
    sum: { type: 'boolean', default: false },
  },
});
const isReportOnly = values.again || values.sum;
const missing = positionals.filter((path) => !existsSync(path));
if (missing.length > 0 || (isReportOnly ? values.report === undefined : positionals.length === 0)) {
  for (const path of missing) console.error(`${path} does not exist`);
  console.error(
    'npm run mutation -- PATH... [--count 60] [--seed 1] [--minutes 30] [--tests 8] [--report FILE]',
  );
  console.error('npm run mutation -- --again --report FILE    or    --sum --report FILE');
  process.exit(2);
}
const earlier = values.report === undefined ? [] : readReport(values.report);
if (values.sum) {
  console.log(formatReport(earlier));
  process.exit();
}
/** Maximum number of test files for each source file. */
const maxTests = Number(values.tests);
const endsAt = performance.now() + Number(values.minutes) * 60_000;

const isSource = (file: string) => /\.ts$/.test(file) && !/\.(test|fixture|d)\.ts$/.test(file);

type Untried = Omit<Tried, 'judgement'>;

/** Chooses `count` changes to a file or folder. */
const choose = (path: string): readonly Untried[] => {
  const files = (statSync(path).isFile() ? [path] : globSync(`${path}/**/*.ts`)).filter(isSource).sort();
  const seed = Number(values.seed);
  const all: readonly Untried[] = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return findChanges(file, source).map((change) => ({
      folder: path,
      file,
      seed,
      change,
      description: describeChange(source, change),
    }));
  });
  const random = createSeededRandom(seed);
  const chosen = all
    .map((untried) => ({ untried, order: random.fraction() }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, Number(values.count))
    .map(({ untried }) => untried);
  console.log(`${path}, seed ${seed}: ${chosen.length} of ${all.length} changes to ${files.length} files`);
  return chosen;
};

const keyOf = ({ file, seed, change }: Untried): string => JSON.stringify([file, seed, change]);
const isTried = new Set(earlier.map(keyOf));
const isCurrent = ({ file, change, description }: Untried): boolean =>
  existsSync(file) && describeChange(readFileSync(file, 'utf8'), change) === description;
const toTry: readonly Untried[] = values.again
  ? earlier.filter(isSurvivor).filter(isCurrent)
  : positionals.flatMap(choose).filter((untried) => !isTried.has(keyOf(untried)));

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
const types = stack.use(openTypeCheck(tree.folder, importers));

interface Known {
  readonly milliseconds: number;
  readonly runs: ReturnType<typeof readCoverage>;
}
const known = new Map<string, Known | undefined>();
const coverage = join(temporary, 'coverage');

/** The tests of a file without PostgreSQL, which most changes fail, and those on PostgreSQL, which are slower. */
type Half = typeof faster | typeof slower;
const faster = '--test-skip-pattern=PostgreSQL';
const slower = '--test-name-pattern=PostgreSQL';
const usesPostgres = findImporting('packages/testbed/src/postgres.ts', importers);
const keyOfHalf = (test: string, half: Half) => `${test} ${half}`;

/** Returns the characters that a test runs without a change, and its duration; `undefined` if it fails. */
const measure = async (test: string, half: Half): Promise<Known | undefined> => {
  const key = keyOfHalf(test, half);
  if (known.has(key)) return known.get(key);
  // The compile cache makes coverage less exact.
  const measured = { ...env, NODE_V8_COVERAGE: coverage, NODE_COMPILE_CACHE: undefined };
  const options = { most: 300_000, env: measured, words: [half] };
  const { isPassed, milliseconds } = await runTestFile(tree.folder, test, options);
  if (!isPassed) console.log(`${key} fails even without a change, and is left out`);
  known.set(key, isPassed ? { milliseconds, runs: readCoverage(coverage) } : undefined);
  rmSync(coverage, { recursive: true, force: true });
  return known.get(key);
};

/** Runs `run` while the copy of the tree contains a change. */
const whileChanged = async <Result>(
  { file, change }: Untried,
  run: () => Promise<Result>,
): Promise<Result> => {
  const source = readFileSync(file, 'utf8');
  writeFileSync(join(tree.folder, file), applyChange(source, change));
  try {
    return await run();
  } finally {
    writeFileSync(join(tree.folder, file), source);
  }
};

/** Runs a test with a change; `unreached` if it does not reach the changed code in one of the given ways. */
const tryTest = async (
  test: string,
  untried: Untried,
  { half, reaching }: { readonly half: Half; readonly reaching: Reach },
): Promise<Judgement> => {
  const without = await measure(test, half);
  const url = pathToFileURL(join(tree.folder, untried.file)).href;
  if (without?.runs(url, untried.change.from) !== reaching) return 'unreached';
  const most = without.milliseconds * slowest.factor + slowest.milliseconds;
  const options = { most, env, words: [half] };
  const { isPassed, isTimedOut } = await whileChanged(untried, () => runTestFile(tree.folder, test, options));
  if (isTimedOut) console.log(`${test} timed out with ${untried.file}:${untried.description}`);
  return isPassed ? 'survived' : 'failed';
};

/** Number of changes to each file that each test noticed. */
const noticed = new Map<string, number>();

/** Runs the nearest tests that reach a change in a given way, until one fails. */
const runTests = async (untried: Untried, reaching: Reach): Promise<Judgement> => {
  const { file } = untried;
  const nearest = findNearest(file, importers, maxTests);
  let judgement: Judgement = 'unreached';
  let tests = nearest;
  for (const half of [faster, slower] as const) {
    const keyOfNoticed = (test: string) => `${file} ${keyOfHalf(test, half)}`;
    // Fast tests, and those that noticed other changes to the file, run first; the duration of other tests is measured
    // when they are needed.
    const costOf = (test: string) =>
      (known.get(keyOfHalf(test, half))?.milliseconds ?? Number.MAX_VALUE) /
      (1 + (noticed.get(keyOfNoticed(test)) ?? 0));
    const passed: string[] = [];
    for (const test of tests.toSorted((a, b) => costOf(a) - costOf(b))) {
      const tried = await tryTest(test, untried, { half, reaching });
      if (tried === 'failed') {
        noticed.set(keyOfNoticed(test), (noticed.get(keyOfNoticed(test)) ?? 0) + 1);
        return tried;
      }
      if (tried === 'survived') passed.push(test);
    }
    if (passed.length > 0) judgement = 'survived';
    // Both halves of a file usually run the same code.
    tests = (passed.length > 0 ? passed : nearest).filter((test) => usesPostgres.has(test));
  }
  return judgement;
};

const judge = async (untried: Untried): Promise<Judgement> => {
  const { file, change } = untried;
  const changed = applyChange(readFileSync(file, 'utf8'), change);
  if (!types.compiles(file, changed)) return 'types';
  const judgement = await runTests(untried, 'run');
  if (judgement !== 'unreached') return judgement;
  return (await runTests(untried, 'called')) === 'failed' ? 'failed' : 'unreached';
};

let results = values.again ? earlier : [];
for (const untried of toTry) {
  if (performance.now() > endsAt) {
    console.log(`${values.minutes} minutes are over`);
    break;
  }
  const tried: Tried = { ...untried, judgement: await judge(untried) };
  await dropDatabases();
  if (isSurvivor(tried)) console.log(`${tried.judgement} ${tried.file}:${tried.description}`);
  const key = keyOf(tried);
  results = [...results.filter((other) => keyOf(other) !== key), tried];
  if (values.report !== undefined)
    writeReport(values.report, values.again ? results : [...earlier, ...results]);
}
console.log(formatReport(results));
await stack.disposeAsync();

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { until } from '@plenum/testbed/until';
import { type JobOptions, mayStart, orderJobs, runJobs } from './jobs.ts';
import { runAgain } from './second-run.ts';
import { readSeconds } from './seconds.ts';
import { findTestFiles } from './test-files.ts';

const good = "test('is well', () => {}); test.skip('is not asked', () => {});";
const bad = "test('adds', () => assert.equal(1 + 1, 3));";
/** A test that fails until a file exists. */
const flaky = `test('is there', () => {
  const isThere = existsSync('mark');
  writeFileSync('mark', '');
  assert.ok(isThere, 'nothing was there');
});`;

/** A test that passes, and in its first run throws an error afterwards. */
const late = `test('leaves something behind', () => {
  if (existsSync('late')) return;
  writeFileSync('late', '');
  setTimeout(() => { throw new Error('too late'); }, 20);
});`;

/** Runs test files in a temporary folder, each as a job or all in one, and returns their results and output. */
const runFiles = async (
  sources: Readonly<Record<string, string>>,
  once: readonly string[] = [],
  { isOneJob = false } = {},
) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'plenum-jobs-'));
  const head = `import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
`;
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder.path, name), head + source);
  let written = '';
  const options: JobOptions = {
    root: folder.path,
    options: [],
    cores: 2,
    readIdle: () => 0,
    write: (text) => {
      written += text;
    },
  };
  const names = Object.keys(sources);
  const jobs = isOneJob ? [{ name: 'all', files: names }] : names.map((name) => ({ name, files: [name] }));
  const result = await runAgain(await runJobs(jobs, options), new Set(once), options);
  const sum = (name: 'passed' | 'failed' | 'skipped') =>
    result.results.reduce((total, one) => total + one[name], 0);
  return { isPassed: result.isPassed, written, counts: [sum('passed'), sum('failed'), sum('skipped')] };
};

describe('the test runner', () => {
  it('the runner starts deferred jobs when they are ready, next to running ones', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'plenum-jobs-'));
    const head = "import { existsSync, writeFileSync } from 'node:fs'; import { test } from 'node:test';";
    const first = `${head} test('ends after the other', async () => {
  writeFileSync('begun', '');
  while (!existsSync('done')) await new Promise((resolve) => setTimeout(resolve, 10));
});`;
    writeFileSync(join(folder.path, 'first.test.mjs'), first);
    writeFileSync(
      join(folder.path, 'second.test.mjs'),
      `${head} test('runs', () => writeFileSync('done', ''));`,
    );
    const [early, late] = ['first', 'second'].map((name) => ({ name, files: [`${name}.test.mjs`] }));
    const prepare = async () => {
      await until('the first runs', async () => existsSync(join(folder.path, 'begun')));
      return [late!];
    };
    const options = { root: folder.path, options: [], cores: 2, readIdle: () => 0, write: () => {} };
    const results = await runJobs([early!], options, prepare());
    assert.deepEqual(results.map(({ name, passed }) => [name, passed]).toSorted(), [
      ['first', 1],
      ['second', 1],
    ]);
    await assert.rejects(runJobs([], options, Promise.reject(new Error('not prepared'))), /not prepared/);
  });

  it('the runner counts passed and skipped tests, and runs each file once', async () => {
    const { isPassed, written, counts } = await runFiles({ 'a.test.mjs': good, 'b.test.mjs': good });
    assert.deepEqual([isPassed, counts], [true, [2, 0, 2]]);
    assert.doesNotMatch(written, /alone|failed/);
  });

  it('the runner runs a failed file again alone, and passes if that passes, with a report', async () => {
    const { isPassed, written, counts } = await runFiles({ 'good.test.mjs': good, 'flaky.test.mjs': flaky });
    assert.deepEqual([isPassed, counts], [true, [1, 1, 1]]);
    assert.match(written, /failed in flaky\.test\.mjs:[\s\S]*nothing was there/);
    assert.match(written, /^failed at first, passed when run again alone: flaky\.test\.mjs$/m);
  });

  it('the runner fails if a file fails twice', async () => {
    const { isPassed, written } = await runFiles({ 'flaky.test.mjs': flaky, 'bad.test.mjs': bad });
    assert.equal(isPassed, false);
    assert.match(written, /^failed, and failed again alone: bad\.test\.mjs$/m);
    assert.match(written, /^failed at first, passed when run again alone: flaky\.test\.mjs$/m);
    assert.match(written, /2 !== 3/);
  });

  it('the runner fails without repeating a failed test that is excluded from second runs', async () => {
    const { isPassed, written } = await runFiles({ 'flaky.test.mjs': flaky }, ['flaky.test.mjs']);
    assert.equal(isPassed, false);
    assert.match(written, /nothing was there/);
    assert.doesNotMatch(written, /alone/);
  });

  it('the runner fails without repeating failed files if there are more than eight', async () => {
    const nine = Object.fromEntries(
      [...'abcdefghi'].map((name) => [`${name}.test.mjs`, flaky.replaceAll('mark', name)]),
    );
    const { isPassed, written } = await runFiles(nine);
    assert.equal(isPassed, false);
    assert.doesNotMatch(written, /alone/);
  });

  it('the runner repeats a file if an error comes after a test ended, and shows its origin', async () => {
    const many = Object.fromEntries([...'abcdefghi'].map((name) => [`${name}.test.mjs`, good]));
    const sources = { ...many, 'late.test.mjs': late };
    const { isPassed, written, counts } = await runFiles(sources, [], { isOneJob: true });
    assert.deepEqual([isPassed, counts], [true, [10, 1, 9]]);
    assert.match(written, /^failed at first, passed when run again alone: late\.test\.mjs$/m);
    assert.match(written, /^uncaught: Error: too late\n +at .*late\.test\.mjs:/m);
  });

  it('ending the runner ends its jobs', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'plenum-jobs-'));
    const endless = `import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
test('goes on', () => new Promise(() => setInterval(() => writeFileSync('pid', String(process.pid)), 20)));
`;
    writeFileSync(join(folder.path, 'endless.test.mjs'), endless);
    const runner = `import { runJobs } from ${JSON.stringify(new URL('jobs.ts', import.meta.url).href)};
process.once('SIGTERM', () => process.exit(130));
const options = { root: process.cwd(), options: [], cores: 1, readIdle: () => 0, write: () => {} };
await runJobs([{ name: 'endless', files: ['endless.test.mjs'] }], options);
`;
    writeFileSync(join(folder.path, 'runner.mjs'), runner);
    const running = spawn(process.execPath, ['runner.mjs'], { cwd: folder.path, stdio: 'ignore' });
    const ended = once(running, 'exit');
    const readPid = async () => Number(readFileSync(join(folder.path, 'pid'), 'utf8'));
    await until('the job runs', async () => (await readPid()) > 0);
    const pid = await readPid();
    running.kill('SIGTERM');
    await ended;
    await until('the job has ended', async () => {
      assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
      return true;
    });
  });

  it('ends the jobs and their programs if npm, which started the runner, is killed', {
    skip: process.platform !== 'linux' && 'there is no /proc',
  }, async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'plenum-jobs-'));
    const at = (name: string) => join(folder.path, name);
    const endless = `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
test('goes on', () => {
  const child = spawn('sleep', ['600']);
  writeFileSync('pids', [process.ppid, process.pid, child.pid].join(' '));
  process.on('SIGTERM', () => {});
  while (true);
});
`;
    const urlOf = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    const runner = `import { onOrphaned } from ${urlOf('ancestors.ts')};
import { runJobs } from ${urlOf('jobs.ts')};
onOrphaned(() => process.exit(130));
const options = { root: process.cwd(), options: [], cores: 1, readIdle: () => 0, write: () => {} };
await runJobs([{ name: 'endless', files: ['endless.test.mjs'] }], options);
`;
    writeFileSync(at('endless.test.mjs'), endless);
    writeFileSync(at('runner.mjs'), runner);
    const script = `"${process.execPath}" runner.mjs && true`;
    writeFileSync(at('package.json'), JSON.stringify({ scripts: { test: script } }));
    const npm = spawn('npm', ['test'], { cwd: folder.path, stdio: 'ignore' });
    const ended = once(npm, 'exit');
    await until('the job runs', async () => existsSync(at('pids')) && readFileSync(at('pids')).length > 0);
    const pids = readFileSync(at('pids'), 'utf8').split(' ').map(Number);
    npm.kill('SIGKILL');
    await ended;
    for (const pid of pids)
      await until(`process ${pid} has ended`, async () => {
        assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
        return true;
      });
  });

  it('a job goes on while a test has threads, which load what the job loads', async () => {
    const threads = `import { Worker } from 'node:worker_threads';
writeFileSync('thread.mjs', 'setInterval(() => {}, 1_000);');
test('waits longer than the runner needs to look', async () => {
  const worker = new Worker(new URL('thread.mjs', import.meta.url), { workerData: {} });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await worker.terminate();
});`;
    const { isPassed, counts } = await runFiles({ 'threads.test.mjs': threads });
    assert.deepEqual([isPassed, counts], [true, [1, 0, 0]]);
  });

  it('a run goes on after the shell of a person ended, from which npm was started', {
    skip: process.platform !== 'linux' && 'there is no /proc',
  }, async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'plenum-jobs-'));
    const at = (name: string) => join(folder.path, name);
    const ancestors = JSON.stringify(new URL('ancestors.ts', import.meta.url).href);
    writeFileSync(
      at('runner.mjs'),
      `import { onOrphaned } from ${ancestors};
import { writeFileSync } from 'node:fs';
onOrphaned(() => { writeFileSync('result', 'ended'); process.exit(130); });
writeFileSync('started', '');
setTimeout(() => writeFileSync('result', 'went on'), 2_000);
`,
    );
    writeFileSync(
      at('package.json'),
      JSON.stringify({ scripts: { test: `"${process.execPath}" runner.mjs && true` } }),
    );
    const shell = spawn('bash', ['-c', 'npm test & until test -e started; do sleep 0.1; done'], {
      cwd: folder.path,
      stdio: 'ignore',
    });
    await once(shell, 'exit');
    await until('the runner has ended or gone on', async () => existsSync(at('result')));
    assert.equal(readFileSync(at('result'), 'utf8'), 'went on');
  });

  it('the runner fails if a file ends before its tests', async () => {
    const { isPassed, counts } = await runFiles({ 'exit.test.mjs': 'process.exit(3);' });
    assert.deepEqual([isPassed, counts], [false, [0, 1, 0]]);
  });

  it('the runner fails if a file exits with code 0 after its tests, and shows what called exit', async () => {
    const exiting = `${good}
test('leaves a call behind', () => void setTimeout(() => process.exit(0), 20));`;
    const { isPassed, written, counts } = await runFiles({ 'exiting.test.mjs': exiting });
    assert.match(written, /✔ is well/);
    assert.deepEqual([isPassed, counts], [false, [0, 1, 0]]);
    assert.match(written, /ended with code 0 but without the counts of its tests/);
    assert.match(written, /process\.exit\(\) was called\n.*\n? +at .*exiting\.test\.mjs:/);
  });

  it('the runner counts tests despite counts in their output and errors within a line', async () => {
    const noisy = `import { setTimeout as pause } from 'node:timers/promises';
test('prints counts and parts of lines', async () => {
  process.stdout.write('ℹ tests 70\\nℹ pass 70\\nand a li');
  await pause(50);
  process.stderr.write('an error\\n');
  await pause(50);
  process.stdout.write('ne\\n');
});`;
    const { isPassed, written, counts } = await runFiles({ 'noisy.test.mjs': noisy });
    assert.deepEqual([isPassed, counts], [true, [1, 0, 0]]);
    assert.match(written, /^and a line$/m);
  });
});

describe('the order of jobs', () => {
  const jobs = ['short', 'unknown', 'long'].map((name) => ({ name, files: [] }));

  it('jobs with the longest recorded duration start first, and jobs without a record last', () => {
    const ordered = orderJobs(jobs, { short: 4, long: 90 });
    assert.deepEqual(
      ordered.map(({ name }) => name),
      ['long', 'short', 'unknown'],
    );
  });

  it('another job may start while running jobs leave part of a core idle, up to three per core', () => {
    assert.equal(mayStart(2, 2, 0.1), false);
    assert.equal(mayStart(2, 2, 0.11), true);
    assert.equal(mayStart(5, 2, 2), true);
    assert.equal(mayStart(6, 2, 2), false);
  });

  it('job durations are recorded only for existing files', () => {
    const files = findTestFiles();
    const gone = Object.keys(readSeconds()).filter((name) => name.endsWith('.ts') && !files.includes(name));
    assert.deepEqual(gone, []);
  });
});

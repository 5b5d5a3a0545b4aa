import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { readCoverage, runTestFile } from './test-process.ts';

const source = `export const larger = (a: number, b: number): number => {
  if (a < b) return b;
  return a;
};
export const unused = (): string => 'never';
`;
const head =
  "import assert from 'node:assert/strict'; import { test } from 'node:test'; import { larger } from './larger.ts';";

const { NODE_TEST_CONTEXT: _, ...env } = process.env;

it('a test process reports whether its tests pass and which characters they run', async () => {
  using folder = createDataFolder();
  const path = (name: string) => join(folder.path, name);
  writeFileSync(path('package.json'), '{ "type": "module" }');
  writeFileSync(path('larger.ts'), source);
  writeFileSync(path('good.test.ts'), `${head} test('is larger', () => assert.equal(larger(2, 1), 2));`);
  writeFileSync(path('bad.test.ts'), `${head} test('is larger', () => assert.equal(larger(2, 1), 1));`);
  mkdirSync(path('coverage'));
  const measured = { ...env, NODE_V8_COVERAGE: path('coverage'), NODE_COMPILE_CACHE: undefined };
  const good = await runTestFile(folder.path, 'good.test.ts', { most: 120_000, env: measured });
  assert.equal(good.isPassed, true);
  const runs = readCoverage(path('coverage'));
  const url = pathToFileURL(path('larger.ts')).href;
  assert.equal(runs(url, source.indexOf('a < b')), 'run');
  assert.equal(runs(url, source.indexOf('return b')), 'called');
  assert.equal(runs(url, source.indexOf('return a')), 'run');
  assert.equal(runs(url, source.indexOf('never')), 'none');
  assert.equal(runs(pathToFileURL(path('other.ts')).href, 0), 'none');
  const bad = await runTestFile(folder.path, 'bad.test.ts', { most: 120_000, env });
  assert.equal(bad.isPassed, false);
});

it('a test process that does not end is killed and counts as failed', async () => {
  using folder = createDataFolder();
  writeFileSync(
    join(folder.path, 'endless.test.mjs'),
    "import { test } from 'node:test'; test('goes on', () => new Promise(() => setInterval(() => {}, 1_000)));",
  );
  const { isPassed, isTimedOut } = await runTestFile(folder.path, 'endless.test.mjs', { most: 1_000, env });
  assert.deepEqual([isPassed, isTimedOut], [false, true]);
});

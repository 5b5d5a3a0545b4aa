import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  alone,
  findTestFiles,
  killLoops,
  selectSharedTests,
  selectSlowTests,
  selectUnitTests,
  toUnitJobs,
} from './test-files.ts';

const root = join(import.meta.dirname, '../..');
const files = findTestFiles();
const unit = new Set(selectUnitTests(files));

describe('unit tests', () => {
  it('a test is a unit test if no import reaches a socket, process, browser or database', () => {
    assert.ok(unit.has('packages/protocol/src/check/check.test.ts'));
    assert.ok(unit.has('tests/runner/test-files.test.ts'));
  });

  it('does not count tests that import a server or process, even indirectly, as unit tests', () => {
    const direct = files.filter((path) =>
      /^import .* from 'node:(net|http|dgram|child_process|sqlite)'|^import .* from 'playwright-core'/m.test(
        readFileSync(join(root, path), 'utf8'),
      ),
    );
    assert.ok(direct.length > 10);
    assert.deepEqual(
      direct.filter((path) => unit.has(path)),
      [],
    );
    // Through packages/bridge, which listens.
    assert.ok(!unit.has('packages/cli/src/end-to-end/client-and-bridge.test.ts'));
  });

  it('the runner finds the unit tests of every package that has some', () => {
    for (const name of ['protocol', 'simulator', 'client', 'bridge', 'cloud', 'web'])
      assert.ok(
        [...unit].some((path) => path.startsWith(`packages/${name}/`)),
        name,
      );
  });
});

describe('slow tests', () => {
  const slow = new Set(selectSlowTests(files));

  it('slow tests are those that open a browser, and some listed tests that exist', () => {
    assert.ok(slow.has('packages/web/src/end-to-end/house.test.ts'));
    assert.deepEqual(
      killLoops.filter((path) => !slow.has(path) || !files.includes(path)),
      [],
    );
    assert.ok(!slow.has('packages/bridge/src/bridge.test.ts'));
  });

  it('no slow test is a unit test', () => {
    assert.deepEqual(
      [...unit].filter((path) => slow.has(path)),
      [],
    );
  });
});

describe('tests that share a process', () => {
  const others = files.filter((path) => !unit.has(path));
  const jobs = selectSharedTests(others);
  const shared = jobs.flatMap((job) => job.files);

  it('all tests but long ones and the site’s share a process, each in exactly one job', () => {
    assert.equal(new Set(shared).size, shared.length);
    const rest = others.filter((path) => !shared.includes(path));
    assert.deepEqual(rest, [...alone, 'site/build/built.test.ts'].sort());
  });

  it('tests share a process with the others in their folder', () => {
    const ofCloud = jobs.find(({ name }) => name === 'the tests of cloud 1')!.files;
    assert.ok(ofCloud.length > 50);
    assert.ok(ofCloud.every((path) => path.startsWith('packages/cloud/')));
  });

  it('browser tests are divided among processes with about as many files each', () => {
    const ofBrowser = jobs.filter(({ name }) => name.startsWith('the browser tests'));
    const lengths = ofBrowser.map((job) => job.files.length);
    assert.ok(Math.max(...lengths) - Math.min(...lengths) <= 1);
    const browsing = ofBrowser.flatMap((job) => job.files);
    assert.ok(browsing.includes('packages/web/src/end-to-end/house.test.ts'));
    assert.ok(browsing.includes('tests/ingress.test.ts'));
    assert.ok(!browsing.includes('packages/web/src/live/event-stream.test.ts'));
  });

  it('all unit tests run in two jobs', () => {
    const unitJobs = toUnitJobs([...unit]);
    assert.equal(unitJobs.length, 2);
    assert.deepEqual(unitJobs.flatMap((job) => job.files).sort(), [...unit].sort());
  });
});

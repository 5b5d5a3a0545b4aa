import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findTestFiles, selectSharedTests, selectUnitTests, toUnitJobs } from './test-files.ts';

const root = join(import.meta.dirname, '../..');
const files = findTestFiles();
const unit = new Set(selectUnitTests(files));

describe('unit tests', () => {
  it('are those that import no way to a socket, a process, a browser or a database', () => {
    assert.ok(unit.has('packages/protocol/src/check/check.test.ts'));
    assert.ok(unit.has('tests/runner/test-files.test.ts'));
  });

  it('are not those that import one, directly or through another package', () => {
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
    assert.ok(!unit.has('packages/plenum/src/client-and-bridge.test.ts'));
  });

  it('are found in every package that has any', () => {
    for (const name of ['protocol', 'installation', 'client', 'bridge', 'cloud', 'web'])
      assert.ok(
        [...unit].some((path) => path.startsWith(`packages/${name}/`)),
        name,
      );
  });
});

describe('tests that share a process', () => {
  it('are those of some packages that start no process', () => {
    for (const { name, files: shared } of selectSharedTests(files)) {
      assert.ok(shared.length > 5, name);
      if (name === 'the tests of small packages') continue;
      const folder = shared[0]!.split('/').slice(0, 2).join('/');
      assert.ok(shared.every((path) => path.startsWith(`${folder}/`)));
    }
    const all = selectSharedTests(files).flatMap((job) => job.files);
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.includes('packages/cloud/src/module-host.test.ts'));
    assert.ok(all.includes('packages/mqtt/src/topic/request.test.ts'));
    assert.ok(!all.includes('packages/cloud/src/delivery/crash.test.ts'));
    assert.ok(!all.includes('packages/plenum/src/serve.test.ts'));
    // By a fixture.
    assert.ok(!all.includes('packages/bridge/src/simulated/durability.test.ts'));
  });

  it('are all the unit tests, in two jobs', () => {
    const jobs = toUnitJobs([...unit]);
    assert.equal(jobs.length, 2);
    assert.deepEqual(jobs.flatMap((job) => job.files).sort(), [...unit].sort());
  });
});

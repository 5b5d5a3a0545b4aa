import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findTestFiles, selectCloudTests, selectUnitTests } from './test-files.ts';

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

describe('tests of the cloud that share a process', () => {
  it('are those of its package that start no process', () => {
    const shared = selectCloudTests(files);
    assert.ok(shared.includes('packages/cloud/src/cloud.test.ts'));
    assert.ok(!shared.includes('packages/cloud/src/delivery/crash.test.ts'));
    assert.ok(shared.every((path) => path.startsWith('packages/cloud/')));
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { plenumBin } from '@plenum/testbed/plenum';

const checkNode = join(import.meta.dirname, '../../../tests/runner/check-node.js');

/** Runs a script with a faked Node version. */
const runAs = (version: string, words: readonly string[]) => {
  const versions = `{ ...process.versions, node: '${version}' }`;
  const pretend = `data:text/javascript,Object.defineProperty(process, 'versions', { value: ${versions} });`;
  return spawnSync(process.execPath, ['--import', pretend, ...words], { encoding: 'utf8' });
};

describe('a release of Node that is too old', () => {
  for (const version of ['20.20.2', '22.23.3', '24.21.0', '26.12.0'])
    it(`plenum and the tests refuse to start on a Node that is too old, and name its version: ${version}`, () => {
      for (const words of [[plenumBin, 'bridge'], [plenumBin, '--version'], [checkNode]]) {
        const { status, stdout, stderr } = runAs(version, words);
        assert.equal(status, 1);
        assert.equal(stdout, '');
        assert.match(
          stderr,
          new RegExp(`^This is Node ${version}, which has known security faults\\. .*26\\.12\\.1`),
        );
      }
    });

  it('plenum doctor lists a Node that is too old as a problem, if it can run at all', () => {
    assert.match(runAs('24.21.0', [plenumBin, 'doctor', '--help']).stdout, /^Usage: plenum doctor/);
    assert.match(runAs('22.23.3', [plenumBin, 'doctor']).stderr, /^This is Node 22\.23\.3, which has/);
  });
});

it('plenum and the tests start on the oldest supported release of Node', () => {
  for (const words of [[plenumBin, '--version'], [checkNode]]) {
    const { status, stderr } = runAs('26.12.1', words);
    assert.deepEqual([status, stderr], [0, '']);
  }
});

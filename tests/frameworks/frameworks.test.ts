import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { compileStrictly, packAll, runIn } from '../packages/installed.fixture.ts';

const registryMissing = spawnSync('npm', ['ping']).status === 0 ? false : 'npm cannot reach its registry';

/** Installs the locked frameworks and the packed package in a copy of the project next to this file. */
const installProject = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-frameworks-'));
  cpSync(join(import.meta.dirname, 'project'), folder, { recursive: true });
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  runIn(folder, 'npm', ['ci', ...options]);
  runIn(folder, 'npm', ['install', ...options, ...packAll(folder, ['testing'])]);
  return folder;
};

describe('the testing package, packed and installed in a project', { skip: registryMissing }, () => {
  let folder: string;
  before(() => {
    folder = installProject();
  });
  after(() => folder && rmSync(folder, { recursive: true }));

  it('needs no other package of Plenum, and has every house it names', () => {
    const manifest = JSON.parse(
      readFileSync(join(folder, 'node_modules/@plenum/testing/package.json'), 'utf8'),
    );
    const names = Object.keys(manifest.dependencies);
    assert.ok(names.length > 0);
    assert.deepEqual(
      names.filter((name) => /plenum/.test(name)),
      [],
    );
    const program = `import { startHouse } from '@plenum/testing';
      for (const file of ['demo', 'flat', 'large']) {
        await using house = await startHouse({ file });
        console.log(Object.values(await house.client.datagrams()).flat().length > 0);
      }`;
    writeFileSync(join(folder, 'houses.mjs'), program);
    assert.equal(runIn(folder, process.execPath, ['houses.mjs']), 'true\ntrue\ntrue\n');
  });

  it('runs under the mocked timers of node:test', () => {
    assert.match(runIn(folder, process.execPath, ['--test', 'node.test.mjs']), /^ℹ pass 1$/m);
  });

  it('runs under the fake timers of Vitest', () => {
    runIn(folder, process.execPath, [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--dir',
      '.',
      '--test-timeout=60000',
      'vitest.test.mjs',
    ]);
  });

  it('runs under the fake timers of Jest', () => {
    const words = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
    runIn(folder, process.execPath, [...words, '--testMatch', '**/jest.test.mjs']);
  });

  it('has types that are checked strictly, with every declaration', () => {
    compileStrictly(folder, 'types.ts', { noEmit: true });
  });
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { compileStrictly, packAll, runIn } from '../packages/installed.fixture.ts';

const registryMissing = spawnSync('npm', ['ping']).status === 0 ? false : 'npm cannot reach its registry';

/** Installs the locked frameworks and the packed package in a copy of the project next to this file. */
const installProject = () => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-frameworks-'));
  cpSync(join(import.meta.dirname, 'project'), folder, { recursive: true });
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  runIn(folder, 'npm', ['ci', ...options]);
  const [testing, cloud] = packAll(folder, ['testing', 'cloud']);
  runIn(folder, 'npm', ['install', ...options, testing!]);
  return { folder, addCloud: () => runIn(folder, 'npm', ['install', ...options, cloud!]) };
};

const vitest = (file: string) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--dir',
  '.',
  '--test-timeout=60000',
  file,
];
const jest = (file: string) => [
  '--experimental-vm-modules',
  'node_modules/jest/bin/jest.js',
  '--testMatch',
  `**/${file}`,
];

describe('the testing package, packed and installed in a project', { skip: registryMissing }, () => {
  let folder: string;
  let addCloud: () => unknown;
  before(() => {
    ({ folder, addCloud } = installProject());
  });
  /** Runs Node in the project until it exits, whether or not it fails. */
  const end = (args: readonly string[]) => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { status, text: stdout + stderr };
  };
  after(() => folder && rmSync(folder, { recursive: true }));

  it('installs a house with one library, which has every house that it names', () => {
    const manifest = JSON.parse(
      readFileSync(join(folder, 'node_modules/@plenum/testing/package.json'), 'utf8'),
    );
    assert.deepEqual(Object.keys(manifest.dependencies), ['yaml']);
    assert.deepEqual(readdirSync(join(folder, 'node_modules/@plenum')), ['testing']);
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

  it('refuses to start a cloud without its package, with the command that installs it', () => {
    const program = `import { startCloud } from '@plenum/testing';
      await startCloud().catch(({ code, message }) => console.log(code, message));`;
    writeFileSync(join(folder, 'cloud.mjs'), program);
    assert.match(
      runIn(folder, process.execPath, ['cloud.mjs']),
      /^cloud-missing startCloud needs the package @plenum\/cloud, which is not installed: npm install --save-dev @plenum\/cloud@\d+\.\d+\.\d+\. /,
    );
    addCloud();
  });

  it('runs under the fake timers of Vitest', () => {
    runIn(folder, process.execPath, vitest('vitest.test.mjs'));
  });

  it('runs under the fake timers of Jest', () => {
    runIn(folder, process.execPath, jest('jest.test.mjs'));
  });

  it('ends a file of Vitest and of Jest whose test forgets a cloud, with a warning that names it', () => {
    for (const args of [vitest('forgotten.test.mjs'), jest('forgotten.test.mjs')]) {
      const { status, text } = end(args);
      assert.equal(status, 0, text);
      assert.match(
        text,
        /PlenumWarning: A test did not dispose of the cloud created at \S*forgotten\.test\.mjs:7:\d+/,
      );
    }
  });

  it('lets the time limit of a test in Vitest and in Jest end a house that passes years', () => {
    for (const args of [vitest('years.test.mjs'), jest('years.test.mjs')]) {
      const { status, text } = end(args);
      assert.equal(status, 1, text);
      assert.match(text, /timed out in 500\s?ms|Exceeded timeout of 500 ms/i);
    }
  });

  it('has types that are checked strictly, with every declaration', () => {
    compileStrictly(folder, 'types.ts', { noEmit: true });
  });
});

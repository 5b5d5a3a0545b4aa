import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createDataFolder } from './data-folder.ts';
import { startProcess } from './process.ts';

const write = (folder: string, program: string): string => {
  const path = join(folder, 'program.js');
  writeFileSync(path, program);
  return path;
};

it('waiting for a missing line fails with the whole output of the process', async () => {
  using folder = createDataFolder();
  const script = write(folder.path, `console.log('one'); console.error('two'); process.exitCode = 3;`);
  await using running = startProcess(script, []);
  await assert.rejects(running.line(/three/), /ended without \/three\/: one\ntwo\n/);
  assert.deepEqual(await running.ended, { code: 3, out: 'one\n', err: 'two\n' });
});

it('a started process inherits no settings of the test run, and is stopped with the test', async () => {
  using folder = createDataFolder();
  const names = `JSON.stringify(Object.keys(process.env).filter((name) => /^(PLENUM_|NODE_TEST_CONTEXT)/.test(name)))`;
  const script = write(folder.path, `console.log(${names}); setInterval(() => {}, 1000);`);
  let ended: Promise<unknown>;
  {
    await using running = startProcess(script, [], { PLENUM_GIVEN: '1' });
    const [, found] = await running.line(/^(\[.*\])$/m);
    assert.deepEqual(JSON.parse(found!), ['PLENUM_GIVEN']);
    ended = running.ended;
  }
  assert.deepEqual(await ended, { code: null, out: '["PLENUM_GIVEN"]\n', err: '' });
});

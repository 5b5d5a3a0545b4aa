import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as collect } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startProcess } from '@plenum/testbed/process';

const entry = new URL('./index.ts', import.meta.url).href;

/** Runs a file of tests in a separate process; resolves to its exit code and output. */
const run = async (program: string) => {
  using folder = createDataFolder();
  const file = join(folder.path, 'forgotten.mjs');
  const text = `import { test } from 'node:test';\nimport { startCloud, startHouse } from '${entry}';\n${program}`;
  writeFileSync(file, text);
  const { code, out, err } = await startProcess(file, []).ended;
  return { code, out, err, file };
};

const warnings = (text: string) => text.match(/PlenumWarning: /g)?.length ?? 0;

describe('a cloud or bridge of a test', () => {
  it('does not keep a file alive that forgot to dispose of it; one warning names the lines', async () => {
    const { code, err, file } = await run(
      [
        "test('forgets all', async () => {",
        '  const cloud = await startCloud();',
        '  const inbox = await cloud.openInbox();',
        '  const house = await startHouse({ cloud, bridge: true });',
        '  const fork = await house.fork();',
        '  await cloud.client.discover();',
        "  await fork.advance('1h');",
        '});',
      ].join('\n'),
    );
    assert.equal(code, 0, err);
    assert.equal(warnings(err), 1, err);
    for (const [what, number] of [
      ['cloud', 4],
      ['inbox', 5],
      ['bridge', 6],
      ['bridge', 7],
    ] as const)
      assert.ok(err.includes(`the ${what} created at file://${file}:${number}:`), err);
    assert.match(err, /Create it with "await using cloud = \.\.\."/);
  });

  it('gives its warning when Vitest announces that it will end the process of a test file', async () => {
    using folder = createDataFolder();
    const file = join(folder.path, 'forgotten.mjs');
    const text = `import { startCloud } from '${entry}';\nconst cloud = await startCloud();\nprocess.send('started');`;
    writeFileSync(file, `${text}\nprocess.on('message', () => {});\n`);
    const child = fork(file, { env: { ...process.env, VITEST: 'true' }, stdio: 'pipe' });
    const written = collect(child.stderr!);
    await once(child, 'message');
    // What Vitest 5.1 sends to its processes and threads; tests/frameworks runs Vitest itself.
    child.send({ type: 'stop', __vitest_worker_request__: true });
    await once(child.stderr!, 'data');
    child.kill('SIGTERM');
    assert.match(
      await written,
      /PlenumWarning: A test did not dispose of the cloud created at \S*forgotten\.mjs:2:/,
    );
  });

  it('ends without a warning or wait if the test disposes of it, or is a house alone', async () => {
    const { code, err } = await run(
      [
        "test('disposes of all', async () => {",
        '  await using cloud = await startCloud();',
        '  await using inbox = await cloud.openInbox();',
        '  await using house = await startHouse({ cloud, bridge: true });',
        '});',
        "test('is a house alone', async () => void (await startHouse()));",
        "process.on('exit', () => console.error('timers:', process.getActiveResourcesInfo().includes('Timeout')));",
      ].join('\n'),
    );
    assert.equal(code, 0, err);
    assert.equal(warnings(err), 0, err);
    assert.match(err, /timers: false/);
  });

  it('stays while a program waits for it, and gives no warning if the program exits itself', async () => {
    const { code, out, err } = await run(
      [
        'const cloud = await startCloud();',
        'const inbox = await cloud.openInbox();',
        'const house = await startHouse({ cloud });',
        'const isSet = (message) => JSON.stringify(message).includes(\'"Setpoint":2350\');',
        'const message = inbox.expectMessage(isSet);',
        "await house.client.command('ZoneSetpoint', { Index: 1, Setpoint: 2350 });",
        'console.log((await message).requestType);',
        'process.exit(3);',
      ].join('\n'),
    );
    assert.deepEqual([code, out.trim(), warnings(err)], [3, 'Event', 0], err);
  });
});

describe('the time limit of a test', () => {
  it('ends a test that lets a house pass years, and a hook then ends the house', async () => {
    const { out } = await run(
      [
        "const { afterEach } = await import('node:test');",
        'let house;',
        'afterEach(() => house[Symbol.asyncDispose]());',
        "test('takes too long', { timeout: 300 }, async () => {",
        '  house = await startHouse();',
        "  await house.advance('20000d');",
        '});',
        "test('waits too long', { timeout: 300 }, async () => {",
        '  house = await startHouse();',
        "  await house.expectState('zone', 1, { Setpoint: 7 }, { within: '20000d' });",
        '});',
        "test('comes after them', () => {});",
      ].join('\n'),
    );
    assert.match(out, /^✖ takes too long/m);
    assert.match(out, /^✖ waits too long[\s\S]*test timed out after 300ms/m);
    assert.match(out, /^✔ comes after them/m);
  });
});

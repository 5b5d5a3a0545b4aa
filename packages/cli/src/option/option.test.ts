import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { Command } from 'commander';
import type { Io } from '../io/io.ts';
import { createProgram } from '../program.ts';
import { option, readSecrets, secretOption } from './option.ts';

test('every option of a server command is also an environment variable', async () => {
  const { commands } = await createProgram({ color: false } as never);
  const serving = commands.filter((command) =>
    ['start', 'bridge', 'cloud', 'fleet'].includes(command.name()),
  );
  assert.equal(serving.length, 4);
  for (const command of serving)
    for (const { long, envVar } of command.options) {
      // These options name a file; PLENUM_INSTALLER_KEY and PLENUM_BACKUP_PASSPHRASE contain the secret itself.
      if (long === '--installer-key' || long === '--backup-passphrase') continue;
      const name = long!.slice(2).toUpperCase().replaceAll('-', '_');
      assert.ok(envVar === `PLENUM_${name}` || envVar === `PLENUM_FLEET_${name}`, `${long}: ${envVar}`);
    }
});

test('every option for a secret warns if the secret is typed, or reads the secret from a file', async () => {
  const { commands } = await createProgram({ color: false } as never);
  const all = commands.flatMap((command) => [command, ...command.commands]);
  const named = all.flatMap(({ options }) =>
    options.filter(
      ({ long, flags }) =>
        // A fingerprint reveals nothing about its key.
        /[<[](?!fingerprint)/.test(flags) &&
        (/key|secret|pass|token$|credential/.test(long!) || long === '--database-url'),
    ),
  );
  assert.ok(named.length > 20);
  const bad = named.filter(
    ({ flags, envVar, description }) =>
      !/<file>/.test(flags) && !description.endsWith(`or in the file ${envVar}_FILE`),
  );
  assert.deepEqual(
    bad.map(({ flags }) => flags),
    [],
  );
});

test('switches on an option without value by its variable, except `0`, `no`, `off`, `false`', (t) => {
  t.after(() => delete process.env.PLENUM_TEST_SWITCH);
  const read = (value: string) => {
    process.env.PLENUM_TEST_SWITCH = value;
    const command = new Command()
      .addOption(option('--test-switch', 'TEST_SWITCH', 'a switch'))
      .addOption(option('--no-test-part', 'TEST_SWITCH', 'without a part'))
      .addOption(option('--test-text <text>', 'TEST_SWITCH', 'a text'));
    const { testSwitch = false, testPart, testText } = command.parse([], { from: 'user' }).opts();
    return [testSwitch, testPart, testText];
  };
  for (const value of ['1', 'true', 'yes', 'on']) assert.deepEqual(read(value), [true, false, value]);
  for (const value of ['', '0', 'false', 'no', 'off', 'False'])
    assert.deepEqual(read(value), [false, true, value]);
});

test('reads a secret from the file named in its variable, and warns of a typed secret', async () => {
  using folder = createDataFolder();
  const file = join(folder.path, 'key');
  writeFileSync(file, 'from a file\n');
  const read = async (words: readonly string[], env: Io['env']) => {
    const warnings: string[] = [];
    let key: unknown;
    const command = new Command()
      .addOption(secretOption('--test-key <key>', 'TEST_KEY', 'a key').argParser((text) => `<${text}>`))
      .addOption(secretOption('--test-url <url>', 'TEST_URL', 'a URL'))
      .hook('preAction', (_, each) =>
        readSecrets(each, { env, err: (line: string) => void warnings.push(line) } as Partial<Io> as Io),
      )
      .action(({ testKey }) => {
        key = testKey;
      });
    await command.parseAsync(words, { from: 'user' });
    return { key, warnings };
  };
  const named = { PLENUM_TEST_KEY_FILE: file };
  assert.deepEqual(await read([], {}), { key: undefined, warnings: [] });
  assert.deepEqual(await read([], named), { key: '<from a file>', warnings: [] });
  const typed = await read(['--test-key', 'typed'], named);
  assert.equal(typed.key, '<typed>');
  assert.match(
    typed.warnings.join(),
    /can read --test-key .* Give it as PLENUM_TEST_KEY, or .* PLENUM_TEST_KEY_FILE/,
  );
  const { warnings } = await read(['--test-url', 'postgres://plenum:secret@db/plenum'], {});
  assert.equal(warnings.length, 1);
  assert.deepEqual((await read(['--test-url', 'postgres://plenum@db/plenum'], {})).warnings, []);
  await assert.rejects(
    read([], { PLENUM_TEST_KEY_FILE: join(folder.path, 'none') }),
    /PLENUM_TEST_KEY_FILE: ENOENT/,
  );
});

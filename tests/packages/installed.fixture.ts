import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root: string = join(import.meta.dirname, '../..');

/** Runs a program to its end and returns what it printed; fails with what it wrote where it did. */
export const runIn = (cwd: string, program: string, args: readonly string[]): string => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
};

/** Builds the packages and packs them as they are published; their files by folder. */
export const packAll = (folder: string, names: readonly string[]): readonly string[] => {
  runIn(root, process.execPath, ['packaging/build.ts']);
  const folders = names.map((name) => join(root, 'dist', name));
  const packed = JSON.parse(
    runIn(folder, 'npm', ['pack', '--json', '--pack-destination', folder, ...folders]),
  ) as readonly { readonly filename: string }[];
  return packed.map(({ filename }) => join(folder, filename));
};

/** An otherwise empty folder in which the packed packages are installed, with the types of Node. */
export const installPackages = (): Disposable & {
  readonly folder: string;
  readonly packed: readonly string[];
} => {
  const place = mkdtempSync(join(tmpdir(), 'plenum-packages-'));
  const folder = join(place, 'program');
  mkdirSync(folder);
  const packed = packAll(place, ['protocol', 'client', 'plenum']);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  runIn(folder, 'npm', ['install', ...options, '@types/node@24.19.2', ...packed]);
  return { folder, packed, [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }) };
};

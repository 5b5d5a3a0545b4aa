import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root: string = join(import.meta.dirname, '../..');

/** Runs a program until it exits and returns its output; throws an error with the output if it failed. */
export function runIn(cwd: string, program: string, args: readonly string[]): string {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** Builds the packages for publication in `dist/`. A whole run has already built them for all its tests (`tests/runner`). */
export function buildPackages(): void {
  if (process.env.PLENUM_TEST_COMMAND === undefined) runIn(root, process.execPath, ['packaging/build.ts']);
}

/** Builds and packs the packages for publication; returns the archives by folder. */
export function packAll(folder: string, names: readonly string[]): readonly string[] {
  buildPackages();
  const folders = names.map((name) => join(root, 'dist', name));
  const packed = JSON.parse(
    runIn(folder, 'npm', ['pack', '--json', '--pack-destination', folder, ...folders]),
  ) as readonly { readonly filename: string }[];
  return packed.map(({ filename }) => join(folder, filename));
}

/** Compiles a program in a folder with the strictest settings. With `more`, they can be changed. */
export function compileStrictly(folder: string, file: string, more: object = {}): void {
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    lib: ['es2024', 'esnext.disposable'],
    types: ['node'],
    ...more,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  runIn(folder, process.execPath, [join(root, 'node_modules/typescript/bin/tsc')]);
}

const installIn = (folder: string, packages: readonly string[]): void => {
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  runIn(folder, 'npm', ['install', ...options, ...packages]);
};

/** The packages, installed in an otherwise empty folder. */
export interface Installed extends Disposable {
  readonly folder: string;
  /** Adds the optional packages, which users install separately. */
  addOptional(): void;
}

/** Installs `plenum`, the packages for programs, and the types of Node. */
export function installPackages(optional: readonly string[] = ['mqtt', 'mcp']): Installed {
  const place = mkdtempSync(join(tmpdir(), 'plenum-packages-'));
  const folder = join(place, 'program');
  mkdirSync(folder);
  const packed = packAll(place, ['protocol', 'insight', 'client', 'plenum', ...optional]);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  installIn(folder, ['@types/node@24.19.2', ...packed.slice(0, 4)]);
  return {
    folder,
    addOptional: () => installIn(folder, packed.slice(4)),
    [Symbol.dispose]: () => rmSync(place, { recursive: true, force: true }),
  };
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, readEntries, resolveImport } from '../imports.ts';

const root = join(import.meta.dirname, '../..');

/** Test files that run in one process. */
export interface Job {
  readonly name: string;
  readonly files: readonly string[];
}

/** Modules of Node by which a test could start a server or a process, or open a database. */
const outside = new Set([
  'child_process',
  'cluster',
  'dgram',
  'http',
  'http2',
  'https',
  'net',
  'sqlite',
  'tls',
]);

/** Packages by which it could start a browser or reach a server. */
const outsidePackages = new Set(['fastify', 'mqtt', 'nats', 'pg', 'playwright-core', 'undici', 'ws']);

const nameOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const isOutside = (specifier: string): boolean =>
  specifier.startsWith('node:')
    ? outside.has(specifier.slice('node:'.length).split('/')[0]!)
    : outside.has(specifier) || outsidePackages.has(nameOf(specifier)) || specifier.startsWith('@nats-io/');

/** Every test file, as paths from the root of the workspace. */
export const findTestFiles = (): string[] =>
  globSync(
    ['packages/*/src/**/*.test.ts', 'examples/**/*.test.ts', 'site/build/*.test.ts', 'tests/**/*.test.ts'],
    {
      cwd: root,
      exclude: ['**/node_modules/**'],
    },
  ).sort();

/** Whether nothing that a file imports, directly or through other files of the workspace, can start a server, a process, a browser or a database. */
const isPure = (path: string, entries: ReadonlyMap<string, string>, visited = new Set<string>()): boolean => {
  if (visited.has(path)) return true;
  visited.add(path);
  if (!/\.[cm]?[jt]sx?$/.test(path)) return true;
  return importsOf(readFileSync(join(root, path), 'utf8')).every((specifier) => {
    if (specifier.startsWith('.')) return isPure(resolveImport(path, specifier), entries, visited);
    const entry = entries.get(specifier);
    return entry === undefined ? !isOutside(specifier) : isPure(entry, entries, visited);
  });
};

/**
 * Packages whose tests share a process, though they start servers: loading those and running them for the first time is a quarter
 * to a half of what a test costs.
 */
const sharing: Readonly<Record<string, readonly string[]>> = {
  'the tests of bridge': ['bridge'],
  'the tests of client': ['client'],
  'the tests of cloud': ['cloud'],
  'the tests of plenum': ['plenum'],
  'the tests of small packages': ['conformance', 'machine', 'matter', 'mqtt', 'outbound'],
};

/** Modules by which a test starts processes that it ends, kills or starts again. */
const processModules = new Set([
  'node:child_process',
  ...['everything', 'plenum', 'server'].map((name) => `@plenum/testbed/${name}`),
]);

/** Whether a test file, or a fixture that it imports, starts processes. */
const startsProcess = (path: string): boolean =>
  importsOf(readFileSync(join(root, path), 'utf8')).some(
    (specifier) =>
      processModules.has(specifier) ||
      (specifier.endsWith('.fixture.ts') && startsProcess(resolveImport(path, specifier))),
  );

/** The jobs of test files that share a process: those of some packages, but for files that start processes of their own. */
export const selectSharedTests = (files: readonly string[]): readonly Job[] =>
  Object.entries(sharing)
    .map(([name, packages]) => ({
      name,
      files: files.filter(
        (path) =>
          packages.includes(path.split('/')[1]!) && path.startsWith('packages/') && !startsProcess(path),
      ),
    }))
    .filter((job) => job.files.length > 0);

/** The test files among some that are unit tests: no server, no process, no browser, no database. */
export const selectUnitTests = (files: readonly string[]): string[] => {
  const entries = readEntries();
  return files.filter((path) => isPure(path, entries));
};

/** The unit tests as jobs: those of the simulated plant take as long as all others. */
export const toUnitJobs = (files: readonly string[]): readonly Job[] => {
  const isOfPlant = (path: string) => path.startsWith('packages/installation/');
  return [
    { name: 'the unit tests of installation', files: files.filter(isOfPlant) },
    { name: 'the other unit tests', files: files.filter((path) => !isOfPlant(path)) },
  ].filter((job) => job.files.length > 0);
};

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, readEntries, resolveImport } from '../imports.ts';

const root = join(import.meta.dirname, '../..');

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
const outsidePackages = new Set(['fastify', 'nats', 'pg', 'playwright-core', 'undici', 'ws']);

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
  globSync(['packages/*/src/**/*.test.ts', 'examples/**/*.test.ts', 'tests/**/*.test.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  }).sort();

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
 * The test files among some that share a process though they start servers: those of the cloud, which are half of all. Loading a
 * cloud and running it for the first time is a quarter of what they cost. Files that start processes of their own stay alone.
 */
export const selectCloudTests = (files: readonly string[]): string[] =>
  files.filter(
    (path) =>
      path.startsWith('packages/cloud/') &&
      !importsOf(readFileSync(join(root, path), 'utf8')).includes('node:child_process'),
  );

/** The test files among some that are unit tests: no server, no process, no browser, no database. */
export const selectUnitTests = (files: readonly string[]): string[] => {
  const entries = readEntries();
  return files.filter((path) => isPure(path, entries));
};

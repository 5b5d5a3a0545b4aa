import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, readEntries, resolveImport } from '../imports.ts';

const root = join(import.meta.dirname, '../..');

/** Test files of one process. */
export interface Job {
  readonly name: string;
  readonly files: readonly string[];
}

/** Modules of Node with which a test could start a server or a process, or open a database. */
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

/** Packages with which a test could start a browser or reach a server. */
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

/** Returns every test file, as paths from the root of the workspace. */
export const findTestFiles = (): string[] =>
  globSync(
    ['packages/*/src/**/*.test.ts', 'examples/**/*.test.ts', 'site/build/*.test.ts', 'tests/**/*.test.ts'],
    {
      cwd: root,
      exclude: ['**/node_modules/**'],
    },
  ).sort();

/**
 * True if nothing that a file imports, directly or through other files of the workspace, can start a server, a process
 * or a browser, or open a database.
 */
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
 * Folders whose tests share a process, because starting a process and loading and warming up the tested code takes a
 * quarter to half of a test's time.
 */
const sharing: Readonly<Record<string, readonly string[]>> = {
  'the tests of bridge': ['packages/bridge/'],
  'the tests of client': ['packages/client/'],
  'the tests of cloud': ['packages/cloud/'],
  'the tests of cli': ['packages/cli/'],
  'the tests of small packages': [
    ...[
      'boptest',
      'conformance',
      'contracts',
      'entities',
      'insight',
      'platform',
      'matter',
      'mqtt',
      'otlp',
      'outbound',
      'testbed',
      'testing',
      'web',
    ].map((name) => `packages/${name}/`),
    'examples/',
  ],
  'the tests of the whole': ['tests/'],
};

/**
 * Test files with a separate process, because each takes as long as all others of its folder, or changes the process.
 */
export const alone: readonly string[] = [
  'packages/bridge/src/quirks/foreign-clients.test.ts',
  'packages/cloud/src/delivery/crash.test.ts',
  'packages/cli/src/end-to-end/matter.test.ts',
  'packages/cli/src/end-to-end/serve.test.ts',
  'tests/cloud-nodes/cloud-nodes.test.ts',
  'tests/cloud-nodes/kills.test.ts',
  'tests/cloud-nodes/outages.test.ts',
  'tests/cloud-nodes/spread.test.ts',
  'tests/conformance/quirks.test.ts',
  'tests/documents/documents.test.ts',
  'tests/frameworks/frameworks.test.ts',
  'tests/kubernetes/chart.test.ts',
  'tests/fuzz/interfaces.test.ts',
  'tests/fuzz/parsers.test.ts',
  'tests/life/backup.test.ts',
  'tests/life/clock.test.ts',
  'tests/life/kills.test.ts',
  'tests/life/nodes.test.ts',
  'tests/life/restarts.test.ts',
  'tests/life/restore.test.ts',
  'tests/packages/packages.test.ts',
  'tests/soak/soak.test.ts',
  'tests/uplink/uplink.test.ts',
];

/**
 * Test files that repeatedly start, kill, freeze or starve processes, wait as long as a real device or client, or install other
 * programs.
 */
export const killLoops: readonly string[] = [
  'packages/bridge/src/exceptions/killed.test.ts',
  'packages/bridge/src/quirks/foreign-clients.test.ts',
  'packages/bridge/src/quirks/survival.test.ts',
  'packages/bridge/src/simulated/durability.test.ts',
  'packages/cli/src/end-to-end/matter.test.ts',
  'packages/cloud/src/delivery/crash.test.ts',
  'tests/cloud-nodes/cloud-nodes.test.ts',
  'tests/cloud-nodes/kills.test.ts',
  'tests/cloud-nodes/outages.test.ts',
  'tests/cloud-nodes/spread.test.ts',
  'tests/conformance/quirks.test.ts',
  'tests/frameworks/frameworks.test.ts',
  'tests/kubernetes/chart.test.ts',
  'tests/packages/options.test.ts',
  'tests/life/backup.test.ts',
  'tests/life/clock.test.ts',
  'tests/life/kills.test.ts',
  'tests/life/nodes.test.ts',
  'tests/life/restore.test.ts',
  'tests/soak/soak.test.ts',
  'tests/fuzz/interfaces.test.ts',
  'tests/uplink/uplink.test.ts',
];

/** True if a test file, or a fixture that it imports, opens a browser. */
const opensBrowser = (path: string): boolean =>
  importsOf(readFileSync(join(root, path), 'utf8')).some(
    (specifier) =>
      specifier === '@plenum/testbed/browser' ||
      (specifier.endsWith('.fixture.ts') && opensBrowser(resolveImport(path, specifier))),
  );

/** The tests that share several processes, because one would take longer than all other tests in parallel. */
const processes: Readonly<Record<string, number>> = {
  'the browser tests': 8,
  'the tests of cloud': 2,
  'the tests of the whole': 2,
};

/** Divides tests among their processes. Browser tests in one process share a Chromium and its driver. */
const toJobs = (name: string, files: readonly string[]): readonly Job[] => {
  const count = processes[name] ?? 1;
  if (count === 1) return [{ name, files }];
  return Array.from({ length: count }, (_, place) => ({
    name: `${name} ${place + 1}`,
    files: files.filter((_, index) => index % count === place),
  }));
};

/** Returns the slow test files: those that open a browser, and those of `killLoops`. */
export const selectSlowTests = (files: readonly string[]): string[] =>
  files.filter((path) => killLoops.includes(path) || opensBrowser(path));

/** Returns the jobs of test files that share a process: browser tests, and the tests of some folders. */
export function selectSharedTests(files: readonly string[]): readonly Job[] {
  const browsing = files.filter(opensBrowser);
  const others = files.filter((path) => !browsing.includes(path) && !alone.includes(path));
  const jobsOf = (of: readonly string[], suffix = '') =>
    Object.entries(sharing).flatMap(([name, folders]) =>
      toJobs(
        `${name}${suffix}`,
        of.filter((path) => folders.some((folder) => path.startsWith(folder))),
      ),
    );
  return [
    ...toJobs('the browser tests', browsing),
    ...jobsOf(others.filter((path) => !killLoops.includes(path))),
    ...jobsOf(
      others.filter((path) => killLoops.includes(path)),
      ' that kill',
    ),
  ].filter((job) => job.files.length > 0);
}

/** Returns the test files that are unit tests: no server, process, browser or database. */
export function selectUnitTests(files: readonly string[]): string[] {
  const entries = readEntries();
  return files.filter((path) => isPure(path, entries));
}

/** Returns the unit tests as two jobs, because those of the simulator take as long as all others. */
export function toUnitJobs(files: readonly string[]): readonly Job[] {
  const isOfSimulator = (path: string) => path.startsWith('packages/simulator/');
  return [
    { name: 'the unit tests of the simulator', files: files.filter(isOfSimulator) },
    { name: 'the other unit tests', files: files.filter((path) => !isOfSimulator(path)) },
  ].filter((job) => job.files.length > 0);
}

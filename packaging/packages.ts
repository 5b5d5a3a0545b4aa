import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFloors, nodeOfPlenum } from '../packages/cli/src/node-floor.js';

/** The root of the workspace. */
export const root: string = join(import.meta.dirname, '..');

/** A package.json of the workspace. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly repository: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A published package. */
export interface PublishedPackage {
  /** The name of the published package. */
  readonly name: string;
  /** Its folder in `packages/`. */
  readonly folder: string;
  /** Range of Node releases that run the package. */
  readonly node: string;
  /** Files that the package reads at run time, as patterns in the folder of the packages. */
  readonly assets?: readonly string[];
  /**
   * True if it contains compiled copies of the other packages in a few files, because loading many small files would
   * double its start time.
   */
  readonly isWhole?: true;
  /** True if its libraries are compiled into it too, although programs import it: only the parts that it needs. */
  readonly hasLibraries?: true;
  /** Folders of the packages that its public types come from; by default all that it is built from. */
  readonly typesFrom?: readonly string[];
  /** The package that users install it next to, if they need it. */
  readonly optionalFor?: 'plenum' | '@plenum/testing';
  /** The entries that it has of those in the workspace; by default all. */
  readonly entries?: readonly string[];
}

/** Node releases that run all of Plenum. */
export const nodesOfPlenum: string = `>=${nodeOfPlenum}`;
const nodesOfPrograms = [
  ...nodeFloors.filter((floor) => floor !== nodeOfPlenum).map((floor) => `^${floor}`),
  nodesOfPlenum,
].join(' || ');

const candidates: readonly PublishedPackage[] = [
  { name: '@plenum/protocol', folder: 'protocol', node: nodesOfPrograms },
  { name: '@plenum/insight', folder: 'insight', node: nodesOfPrograms },
  { name: '@plenum/client', folder: 'client', node: nodesOfPrograms },
  {
    name: 'plenum',
    folder: 'cli',
    node: nodesOfPlenum,
    assets: [
      'platform/src/design/*.css',
      'cloud/src/**/*.{css,txt}',
      'simulator/houses/**/*.{yaml,json}',
      'testing/scenarios/*.yaml',
      'web/dist/**/*',
    ],
    isWhole: true,
  },
  {
    name: '@plenum/testing',
    folder: 'testing',
    node: nodesOfPlenum,
    assets: ['simulator/houses/**/*.{yaml,json}', 'testing/scenarios/*.yaml'],
    isWhole: true,
    hasLibraries: true,
    typesFrom: ['testing', 'client', 'insight', 'platform', 'protocol'],
  },
  {
    name: '@plenum/cloud',
    folder: 'cloud',
    node: nodesOfPlenum,
    assets: ['platform/src/design/*.css', 'cloud/src/**/*.{css,txt}'],
    isWhole: true,
    optionalFor: '@plenum/testing',
    entries: ['.'],
  },
  { name: '@plenum/mqtt', folder: 'mqtt', node: nodesOfPlenum, isWhole: true, optionalFor: 'plenum' },
  { name: '@plenum/matter', folder: 'matter', node: nodesOfPlenum, isWhole: true, optionalFor: 'plenum' },
  { name: '@plenum/mcp', folder: 'mcp', node: nodesOfPlenum, isWhole: true, optionalFor: 'plenum' },
];

/** True for packages that are run and not imported by programs: they have no types, and their libraries are in them. */
export const isRun = ({ name, optionalFor }: PublishedPackage): boolean =>
  name === 'plenum' || optionalFor !== undefined;

/** Returns the folder of a published package in `dist/`, named after the package. */
export const distOf = ({ name }: PublishedPackage): string =>
  join(root, 'dist', name.replace(/^@plenum\//, ''));

/** Reads a package.json of the workspace, by the folder of its package. */
export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/** The published packages that exist in the workspace. */
export const published: readonly PublishedPackage[] = candidates.filter(({ folder }) =>
  existsSync(join(root, 'packages', folder)),
);

const publishedNames: ReadonlySet<string> = new Set(published.map(({ name }) => name));

/** True if one published package imports another by its name. */
export const isImported = (by: PublishedPackage, name: string): boolean =>
  name !== by.name &&
  publishedNames.has(name) &&
  (by.isWhole !== true || published.some((one) => one.name === name && one.optionalFor === by.name));

import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasons } from './reasons.ts';

const root = join(import.meta.dirname, '../..');

export const documentPath: string = join(root, 'docs/dependencies.md');

/** A dependency that a manifest of this repository names. */
interface Dependency {
  readonly name: string;
  /** Its exact version; several if manifests differ. */
  readonly version: string;
  /** The folders whose manifests name it. */
  readonly by: readonly string[];
  /** True if an installed package needs it; otherwise only development does. */
  readonly isShipped: boolean;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Packages that are only built or tested here, so nothing of theirs is installed. */
const unshipped = new Set([
  '.',
  'site',
  'examples',
  'packages/testbed',
  'packages/web',
  'packages/contracts',
]);

/** Returns the direct dependencies of all packages, without those on each other, by name. */
export function readDependencies(): readonly Dependency[] {
  const all = new Map<string, { versions: Set<string>; by: string[]; isShipped: boolean }>();
  for (const path of globSync(['package.json', '{packages/*,site,examples}/package.json'], {
    cwd: root,
  }).sort()) {
    const folder = dirname(path);
    const manifest = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
    for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies'] as const)
      for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
        if (name.startsWith('@plenum/')) continue;
        const one = all.get(name) ?? { versions: new Set(), by: [], isShipped: false };
        all.set(name, one);
        one.versions.add(version);
        one.by.push(folder === '.' ? 'the repository' : folder.replace('packages/', ''));
        one.isShipped ||= kind !== 'devDependencies' && !unshipped.has(folder);
      }
  }
  return Array.from(all, ([name, { versions, ...about }]) => ({
    name,
    version: [...versions].join(', '),
    ...about,
  })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

const toTable = (dependencies: readonly Dependency[]): string =>
  [
    '| dependency | version | used by | what it does |',
    '| --- | --- | --- | --- |',
    ...dependencies.map(
      ({ name, version, by }) => `| \`${name}\` | ${version} | ${by.join(', ')} | ${reasons[name] ?? ''} |`,
    ),
  ].join('\n');

/** Returns the document that lists all direct dependencies with their reasons. */
export function toDocument(dependencies: readonly Dependency[]): string {
  const shipped = dependencies.filter(({ isShipped }) => isShipped);
  const others = dependencies.filter(({ isShipped }) => !isShipped);
  return `<!-- Written by \`npm run dependencies\` from the manifests and tests/dependencies/reasons.ts. -->

# Dependencies

Every version is exact. A dependency is maintained, has types, and installs without a native build or a download. Outside
what Plenum exists for, a well-kept library is preferred to our own code.

## In installed packages

${toTable(shipped)}

## For building and testing

The pages are built when Plenum is packed, so what they are made of is in this list.

${toTable(others)}
`;
}

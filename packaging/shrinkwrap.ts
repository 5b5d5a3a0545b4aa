import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './packages.ts';

/** A package in the lock file of the workspace. */
interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly dev?: true;
  readonly devOptional?: true;
}

/** Returns the packages in the lock file of the workspace, by their folder. */
export const readLocked = (): Readonly<Record<string, Locked>> =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/** Returns the path where a package finds a dependency, as in Node: its own folder, or one above. */
const find = (locked: Readonly<Record<string, Locked>>, from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (path in locked) return path;
    if (folder === '') return undefined;
  }
};

/**
 * Returns the npm-shrinkwrap.json of a package: the part of the workspace's lock file with the given dependencies. So
 * every installation gets the tested versions, each checked against its hash.
 */
export function toShrinkwrap(manifest: {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}) {
  const packages = readLocked();
  const found = new Set<string>();
  const visit = (from: string, one: Locked) => {
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = one;
    const peers = Object.keys(peerDependencies).filter(
      (name) => peerDependenciesMeta[name]?.optional !== true,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const path = find(packages, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      visit(path, packages[path]!);
    }
  };
  visit('', manifest);
  const { name, version } = manifest;
  const entries = [...found].toSorted().map((path) => {
    const { dev: _, devOptional: __, ...rest } = packages[path]!;
    return [path, rest] as const;
  });
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(entries) },
  };
}

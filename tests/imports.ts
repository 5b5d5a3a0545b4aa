import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A package of the workspace, from its package.json. */
export interface Package {
  readonly folder: string;
  readonly name: string;
  readonly layer: number;
  readonly declared: readonly string[];
  readonly dev: readonly string[];
}

/** Returns every package of the workspace: those in `packages/`, and the examples. */
export const readPackages = (): Package[] =>
  globSync(['packages/*/package.json', 'examples/package.json'], { cwd: root }).map((path) => {
    const written = JSON.parse(readFileSync(join(root, path), 'utf8'));
    return {
      folder: dirname(path),
      name: written.name,
      layer: written.layer,
      declared: Object.keys({ ...written.dependencies, ...written.peerDependencies }),
      dev: Object.keys(written.devDependencies ?? {}),
    };
  });

/** The development dependencies of the root, which every package may use in tests. */
export const rootDev: readonly string[] = Object.keys(
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies,
);

const statement = /(?:^|[;\n])\s*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*['"]([^'"\n]+)['"]/g;
const dynamic = /\bimport\(\s*['"]([^'"\n]+)['"]/g;

/** Returns the modules that a source file imports, including types, as in the source. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(statement), ...source.matchAll(dynamic)].map((match) => match[1]!);

/** Returns every source file of a package with its imports, as paths from the root of the workspace. */
export const readSources = (folder: string): { path: string; imports: string[] }[] =>
  globSync(`${folder}/{*,{src,bin,app}/**/*}.{ts,tsx,js}`, { cwd: root }).map((path) => ({
    path,
    imports: importsOf(readFileSync(join(root, path), 'utf8')),
  }));

/**
 * Returns the file behind each entry of the workspace's packages: `@plenum/client` -> `packages/client/src/index.ts`.
 */
export const readEntries = (): ReadonlyMap<string, string> =>
  new Map(
    readPackages().flatMap(({ name, folder }) => {
      const { exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return Object.entries<string>(exports).map(
        ([subpath, file]) => [join(name, subpath), join(folder, file)] as const,
      );
    }),
  );

/** Resolves a relative import to a path from the root of the workspace. */
export const resolveImport = (from: string, to: string): string =>
  relative(root, join(root, dirname(from), to));

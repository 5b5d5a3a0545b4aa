import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A package of the workspace as its package.json says it. */
export interface Package {
  readonly folder: string;
  readonly name: string;
  readonly layer: number;
  readonly declared: readonly string[];
  readonly dev: readonly string[];
}

/** Every package of the workspace: those below `packages/`, and the examples. */
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

/** The packages the whole workspace is tested with. */
export const rootDev: readonly string[] = Object.keys(
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies,
);

const statement = /(?:^|[;\n])\s*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*['"]([^'"\n]+)['"]/g;
const dynamic = /\bimport\(\s*['"]([^'"\n]+)['"]/g;

/** The modules a source file imports, types included, as written. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(statement), ...source.matchAll(dynamic)].map((match) => match[1]!);

/** Every source file of a package with its imports; paths from the root of the workspace. */
export const readSources = (folder: string): { path: string; imports: string[] }[] =>
  globSync(`${folder}/{*,{src,bin,app}/**/*}.{ts,tsx,js}`, { cwd: root }).map((path) => ({
    path,
    imports: importsOf(readFileSync(join(root, path), 'utf8')),
  }));

/** The file behind each entry of a package of the workspace: `@plenum/client` -> `packages/client/src/index.ts`. */
export const readEntries = (): ReadonlyMap<string, string> =>
  new Map(
    readPackages().flatMap(({ name, folder }) => {
      const { exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      return Object.entries<string>(exports).map(
        ([subpath, file]) => [join(name, subpath), join(folder, file)] as const,
      );
    }),
  );

/** The path, from the root of the workspace, of a relative import. */
export const resolveImport = (from: string, to: string): string =>
  relative(root, join(root, dirname(from), to));

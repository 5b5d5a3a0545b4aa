import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { distOf, isImported, nodesOfPlenum, type PublishedPackage, readManifest, root } from './packages.ts';

/** Returns the package name of an import: `@plenum/client` for `@plenum/client/console`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Returns the entries of a package: files from the root of the workspace, by subpath. */
export const entriesOf = ({ name, folder }: PublishedPackage): ReadonlyMap<string, string> => {
  if (name === 'plenum') return new Map([['./main', 'packages/cli/src/main.ts']]);
  const { exports = {} } = readManifest(`packages/${folder}`);
  return new Map(
    Object.entries(exports).map(([subpath, file]) => [subpath, join('packages', folder, file)] as const),
  );
};

/** Returns the name of the file behind a subpath: `index` for `.`, `check` for `./check`. */
export const fileOf = (subpath: string): string => (subpath === '.' ? 'index' : subpath.slice(2));

const assetFile = join(root, 'packages/platform/src/asset/asset.ts');

/** Replaces the assets folder of the workspace with that of the built package. */
const moveAssets: Plugin = {
  name: 'move-assets',
  load: {
    filter: { id: assetFile },
    handler: (id) => readFileSync(id, 'utf8').replace("'../../../'", "'../assets/'"),
  },
};

/**
 * Escapes characters outside of Latin-1, because otherwise V8 stores the whole source with two bytes per character
 * while the program runs.
 */
const toLatin1: Plugin = {
  name: 'to-latin-1',
  generateBundle: (_, bundle) => {
    for (const part of Object.values(bundle))
      if (part.type === 'chunk')
        part.code = part.code.replace(
          /[\u0100-\uffff]/g,
          (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

/** A compiled package: its files, and the packages that they import, sorted. */
export interface Compiled {
  readonly files: readonly string[];
  readonly imports: readonly string[];
}

/**
 * True for imports that are compiled into a package: workspace packages, and the few helper functions for newer syntax.
 */
const isInlined = (specifier: string) => /^([./]|@plenum\/|@oxc-project\/runtime)/.test(specifier);
/** A library that a function loads at its first use. */
const requireCall = /\brequire\(['"]([^'"]+)['"]\)/g;

/**
 * Compiles a package to ES modules in `dist/FOLDER/lib`. Unpublished workspace packages are compiled into it; other
 * packages stay imports.
 */
export const compile = async (one: PublishedPackage): Promise<Compiled> => {
  const isExternal = (specifier: string) => !isInlined(specifier) || isImported(one, packageOf(specifier));
  const entries = entriesOf(one);
  await using bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries([...entries].map(([subpath, file]) => [fileOf(subpath), file])),
    external: isExternal,
    platform: one.isWhole || one.isOptional ? 'node' : 'neutral',
    plugins: [moveAssets, toLatin1],
    transform: { target: one.node === nodesOfPlenum ? 'esnext' : 'es2022' },
    // Function calls create definitions, so the bundler could not remove unused ones. In our own packages, only entries
    // have side effects when imported.
    treeshake: { moduleSideEffects: (id) => [...entries.values()].some((file) => id.endsWith(file)) },
  });
  const { output } = await bundle.write({
    dir: join(distOf(one), 'lib'),
    format: 'esm',
    cleanDir: true,
    comments: { legal: true, annotation: true, jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  const chunks = output.filter((part): part is OutputChunk => part.type === 'chunk');
  const imported = chunks.flatMap(({ imports, dynamicImports, code }) => [
    ...imports,
    ...dynamicImports,
    ...Array.from(code.matchAll(requireCall), ([, name]) => name!),
  ]);
  const files = chunks.map(({ fileName }) => fileName);
  return {
    files,
    imports: [
      ...new Set(
        imported.filter((name) => !name.startsWith('node:') && !files.includes(name)).map(packageOf),
      ),
    ].toSorted(),
  };
};

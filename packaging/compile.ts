import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import {
  distOf,
  isImported,
  isRun,
  nodesOfPlenum,
  type PublishedPackage,
  readManifest,
  root,
} from './packages.ts';

/** Returns the package name of an import: `@plenum/client` for `@plenum/client/console`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Returns the entries of a package: files from the root of the workspace, by subpath. */
export function entriesOf({ name, folder, entries }: PublishedPackage): ReadonlyMap<string, string> {
  if (name === 'plenum') return new Map([['./main', 'packages/cli/src/main.ts']]);
  const { exports = {} } = readManifest(`packages/${folder}`);
  return new Map(
    Object.entries(exports)
      .filter(([subpath]) => entries === undefined || entries.includes(subpath))
      .map(([subpath, file]) => [subpath, join('packages', folder, file)] as const),
  );
}

/** Returns the name of the file behind a subpath: `index` for `.`, `check` for `./check`. */
export const fileOf = (subpath: string): string => (subpath === '.' ? 'index' : subpath.slice(2));

const assetFile = join(root, 'packages/platform/src/web/asset.ts');

/** Replaces the assets folder of the workspace with that of the built package. */
const moveAssets: Plugin = {
  name: 'move-assets',
  load: {
    filter: { id: assetFile },
    handler: (id) => readFileSync(id, 'utf8').replace("'../../../'", "'../assets/'"),
  },
};

/**
 * Escapes characters outside of ASCII: otherwise the whole source is stored with two bytes per character while the
 * program runs, since Node reads modules as UTF-16 if they have any other character.
 */
const toAscii: Plugin = {
  name: 'to-ascii',
  generateBundle: (_, bundle) => {
    for (const part of Object.values(bundle))
      if (part.type === 'chunk')
        part.code = part.code.replace(
          /[\u0080-\uffff]/g,
          (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
  },
};

/** A compiled package. */
export interface Compiled {
  /** The packages that its files import, sorted. */
  readonly imports: readonly string[];
  /** Folders of the libraries that are part of its files, from the root of the workspace, sorted. */
  readonly libraries: readonly string[];
}

/**
 * True for imports that become part of a package: workspace packages, the few helper functions for newer syntax, and
 * the libraries of what is run. Modules of Bun, which matter.js can use, are only there in Bun.
 */
const isInlined = (one: PublishedPackage, specifier: string) =>
  !isImported(one, packageOf(specifier)) &&
  !specifier.startsWith('bun:') &&
  (isRun(one) || one.hasLibraries === true || /^([./]|@plenum\/|@oxc-project\/runtime)/.test(specifier));
/** Selects the folder of the library that a file belongs to. */
const libraryFolder = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/;
/** A library that a function loads at its first use. */
const requireCall = /\brequire\(['"]([^'"]+)['"]\)/g;

/**
 * Compiles a package to ES modules in `dist/FOLDER/lib`. Unpublished workspace packages are compiled into it; other
 * packages stay imports.
 */
export async function compile(one: PublishedPackage): Promise<Compiled> {
  const entries = entriesOf(one);
  await using bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries([...entries].map(([subpath, file]) => [fileOf(subpath), file])),
    external: (specifier) => !isInlined(one, specifier),
    platform: one.isWhole ? 'node' : 'neutral',
    plugins: [moveAssets, toAscii],
    transform: { target: one.node === nodesOfPlenum ? 'esnext' : 'es2022' },
    // Function calls create definitions, so the bundler could not remove unused ones. In our own packages, only entries
    // have side effects when imported.
    treeshake: {
      moduleSideEffects: (id) =>
        libraryFolder.test(id) ? undefined : [...entries.values()].some((file) => id.endsWith(file)),
    },
    // `depd`, a library of Koa, wraps functions with it.
    checks: { eval: false },
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
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules));
  const own = modules.filter(([id]) => !libraryFolder.test(id));
  const imported = [
    ...chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]),
    ...own.flatMap(([, { code }]) => Array.from(code?.matchAll(requireCall) ?? [], ([, name]) => name!)),
  ];
  const files = chunks.map(({ fileName }) => fileName);
  const libraries = modules.flatMap(([id]) => libraryFolder.exec(relative(root, id))?.[0] ?? []);
  return {
    libraries: [...new Set(libraries)].toSorted(),
    imports: [
      ...new Set(
        imported
          .filter((name) => !isBuiltin(name) && !name.startsWith('bun:') && !files.includes(name))
          .map(packageOf),
      ),
    ].toSorted(),
  };
}

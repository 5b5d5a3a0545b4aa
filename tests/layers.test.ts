import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  importsOf,
  type Package,
  readEntries,
  readPackages,
  readSources,
  resolveImport,
  rootDev,
} from './imports.ts';

const packages = readPackages();
const workspace = new Map(packages.map((one) => [one.name, one]));
const testbed = workspace.get('@plenum/testbed')!;
const isTest = (path: string) =>
  /\.(test|fixture|bench)\.tsx?$/.test(path) || path.startsWith(`${testbed.folder}/`);
/** True for files that a user of the package runs. */
const isProduct = (path: string) => !isTest(path) && !/\/(fixture|end-to-end)\//.test(path);
/** True for files that build the pages of a package. They may use its development dependencies. */
const isBuild = (path: string) => /^packages\/\w+\/(src\/build\/|vite\.config\.ts$)/.test(path);
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
const isBuiltin = (specifier: string) => specifier.startsWith('node:') || builtinModules.includes(specifier);

const entries = readEntries();
const testbedImports = new Map(readSources(testbed.folder).map(({ path, imports }) => [path, imports]));

/** Returns the packages that an entry of the testbed imports, directly or through its other files. */
const packagesBehind = (specifier: string, visited = new Set<string>()): Package[] => {
  const visit = (path: string): Package[] => {
    if (visited.has(path)) return [];
    visited.add(path);
    return (testbedImports.get(path) ?? []).flatMap((one) =>
      one.startsWith('.') ? visit(resolveImport(path, one)) : (workspace.get(packageOf(one)) ?? []),
    );
  };
  return visit(entries.get(specifier)!);
};

/**
 * Checks the use of a testbed entry. A test may use entries that import only packages below the package of the test.
 * Packages import the testbed only in tests, so there is no cycle.
 */
const faultOfTestbed = (of: Package, specifier: string): string | undefined => {
  const above = packagesBehind(specifier).find(({ layer }) => layer >= of.layer);
  return above === undefined
    ? undefined
    : `climbs from layer ${of.layer} to ${above.layer}, through ${above.name}`;
};

/** Returns the fault of one import of a package; `undefined` if there is none. */
const faultOf = (of: Package, path: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) {
    const target = resolveImport(path, specifier);
    if (!target.startsWith(`${of.folder}/`)) return 'leaves its package';
    return isBuild(target) && !isBuild(path) && isProduct(path) ? 'is only for the build' : undefined;
  }
  if (isBuiltin(specifier)) return undefined;
  const name = packageOf(specifier);
  const known = [
    ...of.declared,
    ...(isTest(path) || isBuild(path) ? of.dev : []),
    ...(isTest(path) ? rootDev : []),
  ];
  if (!known.includes(name)) return 'is not declared in package.json';
  const target = workspace.get(name);
  if (target === testbed && isTest(path)) return faultOfTestbed(of, specifier);
  if (target !== undefined && target.layer >= of.layer)
    return `climbs from layer ${of.layer} to ${target.layer}`;
  return undefined;
};

const findCycle = (imports: ReadonlyMap<string, readonly string[]>): string[] | undefined => {
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const next of imports.get(path) ?? []) {
      const found = visit(next, [...trail, path]);
      if (found !== undefined) return found;
    }
    done.add(path);
    return undefined;
  };
  for (const path of imports.keys()) {
    const found = visit(path, []);
    if (found !== undefined) return found;
  }
  return undefined;
};

type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns the folders and files where two paths diverge: `a/b` and `a/c` for `a/b/x.ts` and `a/c/d/y.ts`. */
const partingOf = (from: string, to: string): readonly [string, string] => {
  const [one, other] = [from.split('/'), to.split('/')];
  const at = one.findIndex((part, place) => part !== other[place]);
  return [one.slice(0, at + 1).join('/'), other.slice(0, at + 1).join('/')];
};

/** Returns the imports between siblings in each folder: its files and its subfolders. */
const toSiblings = (imports: Imports): Imports => {
  const siblings = new Map<string, string[]>();
  for (const [path, imported] of imports)
    for (const other of imported) {
      if (other === path) continue;
      const [from, to] = partingOf(path, other);
      siblings.set(from, [...(siblings.get(from) ?? []), to]);
    }
  return siblings;
};

/** Returns the relative imports of a package's sources, including types. */
const relativeImports = (folder: string, isWanted = (_path: string) => true): Imports =>
  new Map(
    readSources(folder)
      .filter(({ path }) => isWanted(path))
      .map(({ path, imports }) => [
        path,
        imports
          .filter((one) => one.startsWith('.'))
          .map((one) => resolveImport(path, one))
          .filter(isWanted),
      ]),
  );

describe('the layers of the packages', () => {
  it('the layer check reads every form of import, including types', () => {
    const source = [
      "import type { A } from '@plenum/a';",
      "import { b,\n  c } from './b.ts';",
      "export * from './d.ts';",
      "import 'side-effect';",
      "const late = await import('node:fs');",
      "export type { E } from 'e';",
    ].join('\n');
    const found = ['@plenum/a', './b.ts', './d.ts', 'side-effect', 'node:fs', 'e'];
    assert.deepEqual(importsOf(source).sort(), found.sort());
  });

  it('the layer check finds imports of higher layers, undeclared ones and those outside', () => {
    const protocol = workspace.get('@plenum/protocol')!;
    const path = `${protocol.folder}/src/x.ts`;
    const climbing = { ...protocol, declared: ['@plenum/bridge'] };
    assert.equal(faultOf(climbing, path, '@plenum/bridge'), 'climbs from layer 0 to 4');
    assert.equal(faultOf(protocol, path, 'left-pad'), 'is not declared in package.json');
    assert.equal(faultOf(protocol, path, '../../bridge/src/index.ts'), 'leaves its package');
  });

  it('lets only the files that build pages use development dependencies, and ships none of them', () => {
    const web = workspace.get('@plenum/web')!;
    const [build, page] = [`${web.folder}/src/build/x.ts`, `${web.folder}/src/house/x.ts`];
    assert.equal(faultOf(web, build, 'vite'), undefined);
    assert.equal(faultOf(web, page, 'vite'), 'is not declared in package.json');
    assert.equal(faultOf(web, page, '../build/build.ts'), 'is only for the build');
  });

  it('the layer check finds testbed entries that import the tested package or ship', () => {
    const protocol = workspace.get('@plenum/protocol')!;
    const [test, product] = [`${protocol.folder}/src/x.test.ts`, `${protocol.folder}/src/x.ts`];
    assert.equal(
      faultOf(protocol, test, '@plenum/testbed/account'),
      'climbs from layer 0 to 0, through @plenum/protocol',
    );
    assert.equal(faultOf(protocol, test, '@plenum/testbed/seeded-random'), undefined);
    assert.equal(
      faultOf(protocol, product, '@plenum/testbed/seeded-random'),
      'is not declared in package.json',
    );
  });

  it('the layer check compares siblings in a folder', () => {
    const imports = new Map([
      ['src/a/b/x.ts', ['src/a/c/y.ts']],
      ['src/a/c/y.ts', ['src/a/b/z.ts', 'src/d.ts']],
      ['src/d.ts', ['src/e/f.ts']],
    ]);
    assert.deepEqual(
      [...toSiblings(imports)],
      [
        ['src/a/b', ['src/a/c']],
        ['src/a/c', ['src/a/b']],
        ['src/a', ['src/d.ts']],
        ['src/d.ts', ['src/e']],
      ],
    );
    assert.deepEqual(findCycle(toSiblings(imports)), ['src/a/b', 'src/a/c', 'src/a/b']);
  });

  it('tests, measurements and fuzz targets import packages only through their entries', () => {
    const root = join(import.meta.dirname, '..');
    const paths = globSync(['tests/**/*.ts', 'bench/**/*.ts', 'fuzz/**/*.ts'], { cwd: root });
    // The site and the packaging are not packages; the list of each is its entry.
    const isEntry = /^((tests|bench|fuzz)\/|site\/build\/pages\.ts$|packaging\/packages\.ts$)/;
    const faults = paths.flatMap((path) =>
      importsOf(readFileSync(join(root, path), 'utf8'))
        .filter((one) => one.startsWith('.'))
        .filter((one) => !isEntry.test(resolveImport(path, one)))
        .map((one) => `${path}: ${one}`),
    );
    assert.ok(paths.length > 30);
    assert.deepEqual(faults, []);
  });

  for (const of of packages) {
    it(`${of.name} imports only what it declares, from lower layers`, () => {
      const faults = readSources(of.folder).flatMap(({ path, imports }) =>
        imports.flatMap((specifier) => {
          const fault = faultOf(of, path, specifier);
          return fault === undefined ? [] : [`${path}: import of ${specifier} ${fault}`];
        }),
      );
      assert.deepEqual(faults, []);
    });

    it(`${of.name} declares no dependency that it does not use`, () => {
      const used = new Set(readSources(of.folder).flatMap(({ imports }) => imports.map(packageOf)));
      assert.deepEqual(
        of.declared.filter((name) => !used.has(name)),
        [],
      );
    });

    it(`the files of ${of.name} have no import cycle`, () => {
      assert.equal(findCycle(relativeImports(of.folder))?.join(' -> '), undefined);
    });

    it(`the folders of ${of.name} have no import cycle`, () => {
      const cycle = findCycle(toSiblings(relativeImports(of.folder, isProduct)));
      assert.equal(cycle?.join(' -> '), undefined);
    });
  }
});

import assert from 'node:assert/strict';
import { builtinModules } from 'node:module';
import { describe, it } from 'node:test';
import { importsOf, type Package, readPackages, readSources, resolveImport, rootDev } from './imports.ts';

const packages = readPackages();
const workspace = new Map(packages.map((one) => [one.name, one]));
const isTest = (path: string) => /\.(test|fixture|bench)\.tsx?$/.test(path);
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
const isBuiltin = (specifier: string) => specifier.startsWith('node:') || builtinModules.includes(specifier);

/** What is wrong with one import of a package, or nothing. */
const faultOf = (of: Package, path: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) {
    return resolveImport(path, specifier).startsWith(`${of.folder}/`) ? undefined : 'leaves its package';
  }
  if (isBuiltin(specifier)) return undefined;
  const name = packageOf(specifier);
  const known = [...of.declared, ...(isTest(path) ? [...of.dev, ...rootDev] : [])];
  if (!known.includes(name)) return 'is not declared in package.json';
  const target = workspace.get(name);
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

describe('the layers of the packages', () => {
  it('reads every form of import, types included', () => {
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

  it('finds a climb, an undeclared import and an import that leaves its package', () => {
    const protocol = workspace.get('@plenum/protocol')!;
    const path = `${protocol.folder}/src/x.ts`;
    const climbing = { ...protocol, declared: ['@plenum/bridge'] };
    assert.equal(faultOf(climbing, path, '@plenum/bridge'), 'climbs from layer 0 to 2');
    assert.equal(faultOf(protocol, path, 'left-pad'), 'is not declared in package.json');
    assert.equal(faultOf(protocol, path, '../../bridge/src/index.ts'), 'leaves its package');
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

    it(`${of.name} declares nothing it does not use`, () => {
      const used = new Set(readSources(of.folder).flatMap(({ imports }) => imports.map(packageOf)));
      assert.deepEqual(
        of.declared.filter((name) => !used.has(name)),
        [],
      );
    });

    it(`no import cycle between files in ${of.name}`, () => {
      const imports = new Map(
        readSources(of.folder).map(({ path, imports }) => [
          path,
          imports.filter((one) => one.startsWith('.')).map((one) => resolveImport(path, one)),
        ]),
      );
      assert.equal(findCycle(imports)?.join(' -> '), undefined);
    });
  }
});

import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { entriesOf, packageOf } from './compile.ts';
import { distOf, isImported, type PublishedPackage, readManifest, root } from './packages.ts';

const emitted = join(root, 'dist/.types');
const specifier = /((?:\bfrom|\bimport\(|\bimport)\s*)(['"])([@\w./:-]+)\2/g;

const isOfWorkspace = (name: string) => name.startsWith('@plenum/');

/** Returns the folders of the workspace packages that the types of some packages come from. */
const foldersBehind = (packages: readonly PublishedPackage[]): ReadonlySet<string> => {
  const found = new Set(
    packages.filter(({ typesFrom }) => typesFrom === undefined).map(({ folder }) => folder),
  );
  for (const folder of found)
    for (const name of Object.keys(readManifest(`packages/${folder}`).dependencies ?? {}))
      if (isOfWorkspace(name)) found.add(name.slice('@plenum/'.length));
  return found.union(new Set(packages.flatMap(({ typesFrom = [] }) => typesFrom)));
};

/** Writes the declarations of all packages into one folder. */
const emitDeclarations = (packages: readonly PublishedPackage[]): void => {
  rmSync(emitted, { recursive: true, force: true });
  // TypeScript writes no declarations for files that it finds under node_modules, so every file is listed.
  const files = [...foldersBehind(packages)].flatMap((folder) =>
    globSync(`packages/${folder}/src/**/*.ts`, { cwd: root }).filter(
      (path) => !/\.(test|fixture)\.ts$/.test(path),
    ),
  );
  const ambient = globSync('packages/*/src/**/*.d.ts', { cwd: root });
  const config = join(root, 'dist/tsconfig.json');
  mkdirSync(dirname(config), { recursive: true });
  writeFileSync(
    config,
    JSON.stringify({
      extends: '../packaging/tsconfig.json',
      files: [...new Set([...files, ...ambient])].map((path) => join(root, path)),
    }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '--singleThreaded', '-p', config], {
    stdio: 'inherit',
  });
  rmSync(config);
  if (status !== 0) throw new Error('TypeScript could not write the declarations; its errors are above.');
};

/** Returns the declaration file of a workspace package that becomes part of another, relative to the folder of all. */
const toDeclaration = (name: string): string => {
  const owner = packageOf(name);
  const folder = owner.slice('@plenum/'.length);
  const file = readManifest(`packages/${folder}`).exports![`.${name.slice(owner.length)}`]!;
  return posix.join(folder, file).replace(/\.ts$/, '.d.ts');
};

/** Copies the declarations that the entries of a package need; returns the packages that they import. */
const copyDeclarations = (one: PublishedPackage): Set<string> => {
  const target = join(distOf(one), 'types');
  rmSync(target, { recursive: true, force: true });
  const imports = new Set<string>();
  const done = new Set<string>();
  const visit = (path: string) => {
    if (done.has(path)) return;
    done.add(path);
    const text = readFileSync(join(emitted, path), 'utf8').replace(
      specifier,
      (whole, before: string, quote: string, name: string) => {
        const isInlined = isOfWorkspace(name) && !isImported(one, packageOf(name));
        if (!isInlined && !name.startsWith('.')) {
          imports.add(name.startsWith('node:') ? '@types/node' : packageOf(name));
          return whole;
        }
        const to = isInlined
          ? toDeclaration(name)
          : posix.join(posix.dirname(path), name).replace(/\.[jt]s$/, '.d.ts');
        visit(to);
        const relative = posix.relative(posix.dirname(path), to).replace(/\.d\.ts$/, '.js');
        return `${before}${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`;
      },
    );
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
  };
  for (const file of entriesOf(one).values())
    visit(posix.relative('packages', file).replace(/\.ts$/, '.d.ts'));
  return imports;
};

/** Writes the declarations of packages into their `types/`; returns the packages whose types each of them uses. */
export function declare(packages: readonly PublishedPackage[]): ReadonlyMap<string, ReadonlySet<string>> {
  emitDeclarations(packages);
  const imports = new Map(packages.map((one) => [one.name, copyDeclarations(one)]));
  rmSync(emitted, { recursive: true });
  return imports;
}

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Compiled, compile, entriesOf, fileOf } from './compile.ts';
import { declare } from './declarations.ts';
import { toBillOfMaterials, toLicences } from './libraries.ts';
import {
  distOf,
  isRun,
  type Manifest,
  type PublishedPackage,
  published,
  readManifest,
  root,
} from './packages.ts';
import { toShrinkwrap } from './shrinkwrap.ts';

const manifests = ['examples', ...globSync('packages/*/', { cwd: root })].map(readManifest);

/** Returns the version of a dependency, which is exact everywhere in the workspace. */
const versionOf = (name: string): string => {
  const own = [...manifests].find((one) => one.name === name)?.version;
  const version =
    own ?? manifests.map(({ dependencies }) => dependencies?.[name]).find((one) => one !== undefined);
  if (version === undefined) throw new Error(`${name} is imported, but no package.json depends on it.`);
  return version;
};

const versionsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, versionOf(name)]));

const optionalNames = published
  .filter(({ optionalFor }) => optionalFor !== undefined)
  .map(({ name }) => name);

/** Returns the `exports` of a package that other programs import. */
const toExports = (one: PublishedPackage) =>
  Object.fromEntries([
    ...[...entriesOf(one)].map(([subpath, file]) => [
      subpath,
      {
        ...(!isRun(one) && { types: `./${file.replace(/^packages\//, 'types/').replace(/\.ts$/, '.d.ts')}` }),
        default: `./lib/${fileOf(subpath)}.js`,
      },
    ]),
    ['./package.json', './package.json'],
  ]);

/** Replaces the exports of the command line, which is run and not imported. */
const commandLine = { bin: { plenum: 'bin/plenum.js' }, exports: { './package.json': './package.json' } };

const toManifest = (one: PublishedPackage, imports: readonly string[]) => {
  const { version, description, keywords, license, repository }: Manifest = readManifest(
    `packages/${one.folder}`,
  );
  const optional = imports.filter((name) => optionalNames.includes(name));
  return {
    name: one.name,
    version,
    description,
    keywords,
    license,
    repository,
    homepage: 'https://github.com/plenum-climate/plenum#readme',
    bugs: 'https://github.com/plenum-climate/plenum/issues',
    type: 'module',
    engines: { node: one.node },
    ...(one.name === 'plenum' ? commandLine : { sideEffects: false, exports: toExports(one) }),
    dependencies: versionsOf(imports.filter((name) => !optional.includes(name))),
    ...(optional.length > 0 && {
      peerDependencies: versionsOf(optional),
      peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
    }),
    publishConfig: { access: 'public', provenance: true },
  };
};

const writeJson = (file: string, value: unknown) =>
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);

const copy = (from: string, to: string) => {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(root, from), to, { recursive: true });
};

const addAssets = (folder: string, { assets = [] }: PublishedPackage) => {
  for (const path of globSync(assets as string[], { cwd: join(root, 'packages') }))
    copy(join('packages', path), join(folder, 'assets', path));
};

/** Adds all other files of the command line that are not compiled. */
const addFilesOfCommandLine = (folder: string) => {
  // The example app opens its files relative to its own source, like a program elsewhere.
  copy('examples/app/public', join(folder, 'lib/public'));
  copy('packages/cli/src/node-floor.js', join(folder, 'lib/node-floor.js'));
  const bin = readFileSync(join(root, 'packages/cli/bin/plenum.js'), 'utf8');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  // The site is next to the assets, as in the workspace. A release contains it; a local trial does not need it.
  const docs = 'site/dist';
  if (existsSync(join(root, docs, 'index.html'))) copy(docs, join(folder, docs));
  writeFileSync(
    join(folder, 'bin/plenum.js'),
    bin.replaceAll('../src/', '../lib/').replace('main.ts', 'main.js'),
    {
      mode: 0o755,
    },
  );
};

const write = (one: PublishedPackage, { imports, libraries }: Compiled, typeImports: ReadonlySet<string>) => {
  const folder = distOf(one);
  addAssets(folder, one);
  if (one.name === 'plenum') addFilesOfCommandLine(folder);
  const missing = [...typeImports].filter((name) => !imports.includes(name) && name !== '@types/node');
  if (missing.length > 0) throw new Error(`The types of ${one.name} import ${missing.join(', ')}.`);
  const manifest = toManifest(one, imports);
  writeJson(join(folder, 'package.json'), manifest);
  if (one.name === 'plenum') writeJson(join(folder, 'npm-shrinkwrap.json'), toShrinkwrap(manifest));
  if (libraries.length > 0) {
    writeJson(join(folder, 'sbom.cdx.json'), toBillOfMaterials(manifest, libraries));
    writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), toLicences(libraries));
  }
  copy('LICENSE', join(folder, 'LICENSE'));
  copy(`packages/${one.folder}/README.md`, join(folder, 'README.md'));
};

rmSync(join(root, 'dist'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [join(root, 'packages/web/src/build/build-when-newer.ts')], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
const types = declare(published.filter((one) => !isRun(one)));
for (const one of published) write(one, await compile(one), types.get(one.name) ?? new Set());

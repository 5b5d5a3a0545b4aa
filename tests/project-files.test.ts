import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { accessSync, constants, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface PackageFile {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly repository?: { readonly type: string; readonly url: string; readonly directory?: string };
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
const readPackage = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as PackageFile;

const folders = ['.', 'examples', ...globSync('packages/*/', { cwd: root })];
const workspace = readPackage('.');
const nodeVersions = new Set(Object.values(workspace.optionalDependencies!));

describe('the project files', () => {
  for (const folder of folders)
    it(`${join(folder, 'package.json')} has a description, keywords, the licence and the repository`, () => {
      const { description, keywords, license, repository } = readPackage(folder);
      assert.match(description ?? '', /^[A-Z].{20,120}\.$/);
      assert.ok(keywords !== undefined && keywords.length >= 3);
      assert.equal(license, 'Apache-2.0');
      assert.equal(repository?.url, workspace.repository?.url);
      assert.equal(repository?.directory, folder === '.' ? undefined : folder);
    });

  it('all packages have the same version, and the changelog contains it', () => {
    const versions = new Set(
      folders.filter((folder) => folder !== '.').map((one) => readPackage(one).version),
    );
    assert.equal(versions.size, 1);
    const [version] = versions;
    assert.match(read('CHANGELOG.md'), new RegExp(`^## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm'));
  });

  it('documents name the version of Node that npm installs', () => {
    assert.deepEqual([...nodeVersions], [read('.node-version').trim()]);
  });

  it('every image is built on the release line of Node that npm installs', () => {
    const line = read('.node-version').split('.')[0];
    for (const file of [
      'Dockerfile',
      'compose.yaml',
      'packaging/home-assistant/plenum/Dockerfile',
      'packaging/home-assistant/plenum/build.yaml',
    ]) {
      const lines = Array.from(read(file).matchAll(/\bnode:(\d+)-/g), ([, named]) => named);
      assert.ok(lines.length > 0 && lines.every((named) => named === line), `${file}: ${lines}`);
    }
  });

  it('images and guides that install Node on Debian also install the library that Node 26 needs', () => {
    for (const file of ['.ci/run', 'Dockerfile', 'packaging/debian/build', 'packaging/image/check'])
      assert.match(read(file), /^[^#\n]*\blibatomic1\b/m, file);
  });

  it('public CI runs the commands of the README, with the same script', () => {
    const commands = Array.from(
      read('.github/workflows/ci.yml').matchAll(/^\s*(?:- )?run: (.*)$/gm),
      ([, run]) => run,
    );
    assert.deepEqual(commands, ['.ci/run']);
    accessSync(join(root, '.ci/run'), constants.X_OK);
    const steps = read('.ci/run').split('\n');
    for (const command of ['npm ci', 'npm test']) assert.ok(steps.includes(command), command);
    assert.match(read('README.md'), /^npm ci && npm test /m);
  });

  it('no package runs a script during installation, including in images', () => {
    assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
    const lines = read('Dockerfile').split('\n');
    const installs = lines.filter((line) => line.includes('npm ci'));
    assert.equal(installs.length, 2);
    for (const line of installs) assert.match(line, /npm ci --ignore-scripts /);
    const copies = lines.filter((line) => line.includes('package-lock.json'));
    assert.equal(copies.length, 1);
    for (const line of copies) assert.match(line, / \.npmrc /);
  });

  it('the image has the tools for assistants, in the folder in which its cloud looks for them', () => {
    const { name } = JSON.parse(read('packages/mcp/package.json'));
    const copies = Array.from(
      read('Dockerfile').matchAll(/^COPY --from=build (\S+) (\S+)$/gm),
      ([, from, to]) => [from, to],
    );
    assert.deepEqual(copies.at(-1), ['/source/dist/mcp', `/plenum/node_modules/${name}`]);
    assert.ok(copies.some(([from, to]) => from === '/source/dist/plenum' && to === '/plenum'));
  });

  it('every base image is an argument, and a release requires it as a digest', () => {
    const dockerfile = read('Dockerfile');
    const from = Array.from(dockerfile.matchAll(/^FROM \$\{(\w+)\}/gm), ([, name]) => name);
    assert.deepEqual(from, ['NODE_IMAGE', 'BASE_IMAGE']);
    assert.equal(dockerfile.match(/^FROM /gm)?.length, from.length);
    assert.match(
      dockerfile,
      /^RUN \[ "\$RELEASE" != true \] \|\| check-images "\$NODE_IMAGE" "\$BASE_IMAGE"$/m,
    );
    const images = read('compose.yaml').match(/^ +image: (?!plenum:latest$).*$/gm) ?? [];
    assert.equal(images.length, 3);
    for (const image of images) assert.match(image, /: \$\{[A-Z]+_IMAGE:-\S+\}$/);
    const digest = `sha256:${'0f'.repeat(32)}`;
    const check = (...names: string[]) => spawnSync(join(root, '.ci/check-images'), names).status;
    assert.equal(check(`node:26-bookworm-slim@${digest}`, `registry.example:5000/nats@${digest}`), 0);
    for (const name of [
      'node:26-bookworm-slim',
      `node@${digest}0`,
      `node@${digest.slice(0, -1)}`,
      digest,
      '',
    ])
      assert.equal(check(`node@${digest}`, name), 1, name);
    assert.equal(check(), 2);
  });
});

describe('the READMEs of the packages', () => {
  const packages = folders.filter((folder) => folder.startsWith('packages/'));
  /**
   * Returns the folders in backticks at the start of a list item, in a table cell or in a sentence: `zone/`,
   * `src/zone/`.
   */
  const namedIn = (text: string) =>
    new Set(Array.from(text.matchAll(/`(?:src\/)?([a-z][\w-]*)\/(?:[\w-]+\/)*`/g), ([, name]) => name!));
  const sourcesOf = (folder: string) =>
    globSync(`${folder}/src/*/`, { cwd: root })
      .map((path) => basename(path))
      .filter((name) => !['fixture', 'gen'].includes(name));

  for (const folder of packages)
    it(`the README of ${folder} names every folder of its sources, and only existing folders`, () => {
      const readme = read(join(folder, 'README.md'));
      const named = namedIn(readme);
      assert.deepEqual(
        sourcesOf(folder).filter((name) => !named.has(name)),
        [],
      );
      const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
      const inRows = namedIn(rows.map((row) => row.split('|')[1]).join(' '));
      const existing = new Set(globSync(`${folder}/src/**/*/`, { cwd: root }).map((path) => basename(path)));
      assert.deepEqual(
        [...inRows].filter((name) => !existing.has(name)),
        [],
      );
    });

  it("packages/README.md links every package README and shows the package's layer", () => {
    const rows = Array.from(read('packages/README.md').matchAll(/^\| (\d) \| \[`(.+)`\]\(.+\) \|/gm));
    assert.deepEqual(
      rows.map(([, layer, name]) => [`packages/${name}`, Number(layer)]).sort(),
      packages.map((folder) => [folder, JSON.parse(read(join(folder, 'package.json'))).layer]).sort(),
    );
  });
});

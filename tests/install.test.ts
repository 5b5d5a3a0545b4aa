import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Lockfile {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly integrity?: string;
        readonly link?: true;
        readonly hasInstallScript?: true;
        readonly optionalDependencies?: Readonly<Record<string, string>>;
      }
    >
  >;
}

describe('installing with npm ci', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as Lockfile;
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && link === undefined,
  );

  it('npm ci checks every package against a hash', () => {
    assert.ok(installed.length > 200);
    const unchecked = installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true);
    assert.deepEqual(
      unchecked.map(([path]) => path),
      [],
    );
  });

  it('npm ci runs no script of a package', () => {
    assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
  });

  it('the lock files contain the packages of all platforms, as npm ci requires', () => {
    for (const file of ['package-lock.json', 'site/package-lock.json']) {
      const { packages } = JSON.parse(read(file)) as Lockfile;
      const named = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
        Object.keys(optionalDependencies),
      );
      assert.ok(named.length > 10, file);
      const paths = Object.keys(packages);
      assert.deepEqual(
        named.filter((name) => !paths.some((path) => path.endsWith(`node_modules/${name}`))),
        [],
        file,
      );
    }
  });

  it('npm ci needs no script of the workspace, because --ignore-scripts would skip it too', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
    assert.deepEqual(
      Object.keys(scripts).filter((name) => /^(pre|post)/.test(name)),
      [],
    );
  });
});

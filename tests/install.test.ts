import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly integrity?: string; readonly link?: true; readonly hasInstallScript?: true }>
  >;
}

describe('npm ci', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as Lockfile;
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && link === undefined,
  );

  it('checks every package against a hash', () => {
    assert.ok(installed.length > 200);
    const unchecked = installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true);
    assert.deepEqual(
      unchecked.map(([path]) => path),
      [],
    );
  });

  it('runs no script of a package', () => {
    assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
  });

  it('needs no script of ours that npm would skip with them', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
    assert.deepEqual(
      Object.keys(scripts).filter((name) => /^(pre|post)/.test(name)),
      [],
    );
  });
});

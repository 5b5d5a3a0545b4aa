import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '..');
const declaration = /^export (?:declare )?(?:type|interface|class|enum) (\w+)/gm;

/** Returns the names of the types that sources export, with the files that declare each. */
const declaredIn = (sources: readonly { readonly path: string; readonly text: string }[]) => {
  const files = new Map<string, Set<string>>();
  for (const { path, text } of sources)
    for (const [, name] of text.matchAll(declaration))
      files.set(name!, (files.get(name!) ?? new Set()).add(path));
  return files;
};

const inTooMany = (files: ReturnType<typeof declaredIn>) =>
  [...files]
    .filter(([, paths]) => paths.size > 2)
    .map(([name, paths]) => `${name}: ${[...paths].join(', ')}`);

describe('the names of exported types', () => {
  it('the check of type names accepts two declarations of a name, but not three', () => {
    const source = (path: string) => ({ path, text: 'export interface Run {}\nexport type { Step };\n' });
    assert.deepEqual(inTooMany(declaredIn([source('a.ts'), source('b.ts')])), []);
    assert.deepEqual(inTooMany(declaredIn(['a.ts', 'b.ts', 'c.ts'].map(source))), ['Run: a.ts, b.ts, c.ts']);
  });

  it('no exported type name is declared in more than two files of the packages', () => {
    // Generated code uses the names of the contract for its messages.
    const paths = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
      (path) => !path.includes('/gen/'),
    );
    const files = declaredIn(paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })));
    assert.ok(files.size > 1_000, `${files.size} names`);
    assert.deepEqual(inTooMany(files), []);
  });
});

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { openTypeCheck, projectOf } from './type-check.ts';

const config = JSON.stringify({
  compilerOptions: { strict: true, noUnusedLocals: true, types: [], noEmit: true, module: 'nodenext' },
});

it('a change compiles if its file does, and every file that a changed type affects', () => {
  using folder = createDataFolder();
  const write = (path: string, text: string) => writeFileSync(join(folder.path, path), text);
  mkdirSync(join(folder.path, 'packages/web'), { recursive: true });
  write('package.json', '{ "type": "module" }');
  write('tsconfig.json', config);
  write('packages/web/tsconfig.json', config);
  write('one.ts', 'export const one = 1 as number;');
  write('two.ts', "import { one } from './one.js';\nexport const two = one + one;");
  write('three.ts', "import { two } from './two.js';\nexport const three: number = two;");
  write('packages/web/page.ts', 'export const page: string = "a";');
  const importers = new Map([
    ['one.ts', ['two.ts']],
    ['two.ts', ['three.ts']],
  ]);
  using types = openTypeCheck(folder.path, importers);
  for (const [file, text, expected] of [
    ['two.ts', "import { one } from './one.js';\nexport const two = one - one;", true],
    ['two.ts', "import { one } from './one.js';\nexport const two = one.length;", false],
    ['two.ts', "import { one } from './one.js';\nexport const two = 2;", false],
    ['two.ts', 'export const two = ;', false],
    // Only `three` needs a number.
    ['two.ts', 'export const two = "2";', false],
    ['one.ts', 'export const one = "1" as string;', false],
    // The error in the other file has gone, because each check begins with the tree as it is.
    ['one.ts', 'export const one = 2 as number;', true],
    ['one.ts', 'export const one: number = "2";', false],
    ['packages/web/page.ts', 'export const page: string = "b";', true],
    ['packages/web/page.ts', 'export const page: string = 1;', false],
  ] as const)
    assert.equal(types.compiles(file, text), expected, `${file}: ${text}`);
});

it('a file belongs to the project of its package, or to that of the tree', () => {
  const tree = join(import.meta.dirname, '../..');
  assert.equal(projectOf(tree, 'packages/web/src/main.ts'), 'packages/web');
  assert.equal(projectOf(tree, 'packages/cloud/src/index.ts'), '.');
  assert.equal(projectOf(tree, 'tests/imports.ts'), '.');
});

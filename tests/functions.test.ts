import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseSync } from 'rolldown/utils';

const root = join(import.meta.dirname, '..');

/** Returns the names of exported constants that are functions with a block body and no type of their own. */
function findArrows(path: string, source: string): string[] {
  return parseSync(path, source).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return [];
    if (statement.declaration?.type !== 'VariableDeclaration') return [];
    return statement.declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' &&
      !id.typeAnnotation &&
      init?.type === 'ArrowFunctionExpression' &&
      init.body.type === 'BlockStatement'
        ? [id.name]
        : [],
    );
  });
}

describe('exported functions', () => {
  it('finds arrow functions with a block body, but not one expression or a typed constant', () => {
    const source = `
      export const find = (id: string) => { return id; };
      export const load = async () => { await find(''); };
      export const double = (n: number) => 2 * n;
      export const handle: Handler = () => { load(); };
      export function keep() {}
    `;
    assert.deepEqual(findArrows('a.ts', source), ['find', 'load']);
  });

  it('declares exported functions with a block body as functions', () => {
    const paths = globSync('{packages,tests,bench,fuzz,site,examples,packaging}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: (path) => /(^|\/)(node_modules|dist|gen)$/.test(path),
    });
    assert.ok(paths.length > 2_000, `${paths.length} files`);
    const arrows = paths.flatMap((path) =>
      findArrows(path, readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`),
    );
    assert.deepEqual(arrows, []);
  });
});

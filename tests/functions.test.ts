import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSync } from 'rolldown/utils';
import { readSourceFiles } from './source-files.ts';

/** Returns the names of exported constants that are functions with a block body and no declared type. */
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

/** Returns the lines in which an object literal is spread into another one, or into the attributes of an element. */
const findSpreads = (source: string): string[] => source.split('\n').filter((line) => /\.\.\.\{/.test(line));

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
    const files = readSourceFiles();
    assert.ok(files.length > 2_000, `${files.length} files`);
    const arrows = files.flatMap(({ path, source }) =>
      findArrows(path, source).map((name) => `${path}: ${name}`),
    );
    assert.deepEqual(arrows, []);
  });
});

describe('object literals', () => {
  it('finds a spread of a literal, but not one of a name or a condition', () => {
    const spread = ['f({ ...{ a, b }, c });', '<Field {...{ label, value }} />'];
    const written = 'f({ a, ...rest, ...(c && { c }) });';
    assert.deepEqual(findSpreads([...spread, written].join('\n')), spread);
  });

  it('writes the members of a literal out instead of spreading it', () => {
    const spreads = readSourceFiles().flatMap(({ path, source }) =>
      path === 'tests/functions.test.ts' ? [] : findSpreads(source).map((line) => `${path}: ${line.trim()}`),
    );
    assert.deepEqual(spreads, []);
  });
});

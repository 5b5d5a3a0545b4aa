import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseSync, Visitor } from 'rolldown/utils';

const root = join(import.meta.dirname, '..');
const longest = 90;

/** Returns the titles of the tests in a source, with … for each value that is filled in. */
function findTitles(path: string, source: string): string[] {
  const titles: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const named = callee.type === 'MemberExpression' ? callee.object : callee;
      if (named.type !== 'Identifier' || !/^(it|test|describe)$/.test(named.name)) return;
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value);
      if (title?.type === 'TemplateLiteral')
        titles.push(title.quasis.map(({ value }) => value.cooked).join('…'));
    },
  }).visit(parseSync(path, source).program);
  return titles;
}

describe('titles of tests', () => {
  it('finds the titles of tests, groups and repeated tests, but not other texts', () => {
    const source = `
      describe('a valve', () => {
        it.skip('opens', () => say('wide'));
        for (const size of sizes) test(\`closes at \${size} mm\`, () => {});
      });
    `;
    assert.deepEqual(findTitles('a.test.ts', source), ['a valve', 'opens', 'closes at … mm']);
  });

  it(`keeps each title within ${longest} characters`, () => {
    const paths = globSync('{packages,tests,bench,fuzz,site,examples}/**/*.test.{ts,tsx}', {
      cwd: root,
      exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
    });
    const titles = paths.flatMap((path) =>
      findTitles(path, readFileSync(join(root, path), 'utf8')).map((title) => ({ path, title })),
    );
    assert.ok(titles.length > 4_000, `${titles.length} titles`);
    assert.deepEqual(
      titles.filter(({ title }) => title.length > longest),
      [],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSync, Visitor } from 'rolldown/utils';
import { readSourceFiles, type SourceFile } from './source-files.ts';

const isTest = (path: string) => /\.(test|fixture)\.tsx?$|\/fixture\//.test(path);

/**
 * Returns the lines of casts to `never`, or through `unknown`, without a reason: a comment on the line before the cast or
 * on its last line. Such a cast switches the check of types off, which other casts do not.
 */
function findBareCasts({ path, source }: SourceFile): string[] {
  if (!/\bas (never|unknown)\b/.test(source)) return [];
  const { program, comments } = parseSync(path, source);
  const lines = source.split('\n');
  const lineAt = (position: number) => source.slice(0, position).split('\n').length;
  const reasons = new Set(
    comments
      .filter(({ type, value }) => type === 'Line' && !value.startsWith(' biome-ignore'))
      .map(({ start }) => lineAt(start)),
  );
  const found: string[] = [];
  new Visitor({
    TSAsExpression: ({ expression, typeAnnotation, start, end }) => {
      const inner = expression.type === 'ParenthesizedExpression' ? expression.expression : expression;
      const isDouble = inner.type === 'TSAsExpression' && inner.typeAnnotation.type === 'TSUnknownKeyword';
      if (!isDouble && typeAnnotation.type !== 'TSNeverKeyword') return;
      const [first, last] = [lineAt(start), lineAt(end)];
      if ([first - 1, last - 1, last].some((line) => reasons.has(line))) return;
      found.push(`${path}:${last}: ${lines[last - 1]!.trim()}`);
    },
  }).visit(program);
  return found;
}

describe('casts', () => {
  it('finds casts to `never` and through `unknown` without a comment, but no others', () => {
    const source = [
      'f(a as never);',
      'const b = c as unknown as D;',
      'const e = (g as unknown) as H;',
      'const i = j as unknown;',
      'const k = l as M;',
      '// The library does not declare it.',
      'const n = o as unknown as P;',
      'q(r as never); // Any value is allowed.',
      '// The names are complete.',
      'const s = t(() => {',
      '  u();',
      '}) as unknown as V;',
      '// biome-ignore lint/a: not about the cast',
      'w(x as never);',
    ].join('\n');
    assert.deepEqual(findBareCasts({ path: 'a.ts', source }), [
      'a.ts:1: f(a as never);',
      'a.ts:2: const b = c as unknown as D;',
      'a.ts:3: const e = (g as unknown) as H;',
      'a.ts:14: w(x as never);',
    ]);
  });

  it('gives a reason for each cast to `never` or through `unknown` outside tests', () => {
    const files = readSourceFiles().filter(({ path }) => !isTest(path));
    assert.ok(files.length > 1_500, `${files.length} files`);
    assert.deepEqual(files.flatMap(findBareCasts), []);
  });
});

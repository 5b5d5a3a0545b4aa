import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '..');

interface Source {
  readonly path: string;
  readonly text: string;
}

/** Comments or test titles, each with its file. */
type Texts = readonly Source[];

const commentPattern = /\/\*\*?([\s\S]*?)\*\/|(?<![:'"`])\/\/ ?(.*)$/gm;
const titlePattern = /\b(?:test|it|describe|suite)(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g;

const isTest = (path: string): boolean => /\.test\.tsx?$|fixture/.test(path);

const commentsIn = (sources: Texts): Texts =>
  sources
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(commentPattern), ([, block, line]) => ({
        path,
        text: (block ?? line)!
          .replace(/^\s*\* ?/gm, '')
          .trim()
          .replace(/\s+/g, ' '),
      })),
    )
    .filter(({ text }) => text.length > 3);

const titlesIn = (sources: Texts): Texts =>
  sources
    .filter(({ path }) => isTest(path))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(titlePattern), ([, , title]) => ({ path, text: title! })),
    );

const count = (texts: Texts, pattern: RegExp): number =>
  texts.reduce((sum, { text }) => sum + [...text.matchAll(pattern)].length, 0);

const find = (texts: Texts, pattern: RegExp): readonly string[] =>
  texts.filter(({ text }) => pattern.test(text)).map(({ path, text }) => `${path}: ${text.slice(0, 100)}`);

/** Patterns that make a comment sound translated. */
const patterns = {
  'begins with a question word': /^(?:What|Who|Whoever|Whose|How|Whether|Why)\b/,
  'says "is no X" for "is not an X"':
    /(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|less|\w+er\b)[a-z]/i,
  'says "who" or "whoever" without a noun': /\b[Ww]hoever\b|(?:^|[.;:] )Who |[.;:] who /,
  'says "so many", "of now", "of ours" or "stands for"':
    /\bso many\b(?![^.]* that )|\bof now\b|\bof ours\b|\bstands? for\b/i,
  'describes a build that nobody has':
    /earlier (?:release|build)|release before|older (?:release|build)|first release/i,
} as const;

const openingOfTitle = /^(?:of|by|from|where) /;

const sources: Texts = globSync('{packages,tests,bench,examples,fuzz,packaging,site,sdk}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/gen/**', '**/dist/**', '**/*.d.ts', 'tests/prose.test.ts'],
}).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

describe('the prose of the sources', () => {
  it('the counter finds each pattern in a comment, and a title that cannot stand alone', () => {
    const comments = [
      'Whether it is open',
      'that is no address',
      'Asks whoever has it',
      'so many ms',
      'an older build',
    ].map((comment) => ({ path: 'a.ts', text: `/** ${comment} */` }));
    for (const [index, pattern] of Object.values(patterns).entries())
      assert.equal(find(commentsIn(comments), pattern).length, 1, comments[index]!.text);
    const tests = [{ path: 'a.test.ts', text: "it('of a wire is found', () => {" }];
    assert.equal(find(titlesIn(tests), openingOfTitle).length, 1);
  });

  for (const [name, pattern] of Object.entries(patterns))
    it(`no comment ${name}`, () => {
      assert.deepEqual(find(commentsIn(sources), pattern), []);
    });

  it('comments say "if" for a condition: at least four times as often as "where"', () => {
    const comments = commentsIn(sources);
    assert.ok(comments.length > 5_000, `${comments.length} comments`);
    const [where, condition] = [count(comments, /\bwhere\b/gi), count(comments, /\bif\b/gi)];
    assert.ok(where * 4 <= condition, `"where" ${where} times, "if" ${condition} times`);
  });

  it('no test title begins with "of", "by", "from" or "where"', () => {
    assert.deepEqual(find(titlesIn(sources), openingOfTitle), []);
  });
});

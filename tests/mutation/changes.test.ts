import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyChange, describeChange, findChanges } from './changes.ts';

const changed = (source: string): readonly string[] =>
  findChanges('a.ts', source).map((change) => applyChange(source, change));

describe('mutations of a source file', () => {
  for (const [what, source, expected] of [
    ['both sides of a limit', 'a < b', ['a <= b', 'a >= b']],
    ['each operator', 'a && (b || !c)', ['a || (b || !c)', 'a && (b && !c)', 'a && (b || c)']],
    ['both branches of a choice', 'a ? b : c', ['(b)', '(c)']],
    ['the value of a number and of a truth', 'f(1, true)', [';', 'f(2, true)', 'f(1, false)']],
    ['what is awaited', 'const a = await b;', ['const a = b;']],
    ['each property that is left out', 'a = { b, c };', [';', 'a = { c };', 'a = { b };']],
    ['the only element that is left out', 'a = [b];', [';', 'a = [];']],
    ['a condition of a query', "a = b.where('c', '=', d);", [';', 'a = b;', "a = b.where('c', '!=', d);"]],
    ['a method of a list', 'a = b.some(c);', [';', 'a = b.every(c);']],
  ] as const)
    it(`mutations include ${what}`, () => {
      for (const each of expected) assert.ok(changed(source).includes(each), `${each} in ${changed(source)}`);
    });

  it('mutations make conditions always or never true', () => {
    assert.deepEqual(changed('if (a) b();'), ['if (true) b();', 'if (false) b();', 'if (a) ;']);
  });

  it('mutations leave types, imports, texts and log lines unchanged', () => {
    for (const source of [
      "import a, { type b } from 'c';",
      'type A = { readonly b: 1 | 2; c?: true };',
      "const a = 'b';",
      "log.info({ a: 1 }, 'done');",
    ])
      assert.deepEqual(
        changed(source).filter((each) => !each.startsWith('log.')),
        [],
        source,
      );
  });

  it('every mutation still parses', () => {
    for (const source of ['const a = { b: 1, };', 'const a = [1, , 2,];', 'const f = () => ({ a, ...b });'])
      for (const each of changed(source)) assert.doesNotThrow(() => findChanges('a.ts', each), each);
  });

  it('a mutation is described by its line before and after', () => {
    const source = 'const a = 1;\nif (a < 2) b();\n';
    const change = findChanges('a.ts', source).find(({ text }) => text === '<=')!;
    assert.equal(describeChange(source, change), '2\n  - if (a < 2) b();\n  + if (a <= 2) b();');
  });
});

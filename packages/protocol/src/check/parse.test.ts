import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { toSentence } from '../refusal/refusal.ts';
import { maxBytes, parseBody } from './parse.ts';

const sentenceOf = (text: string): string => {
  const parsed = parseBody(text);
  assert.ok(!parsed.ok, `${text.slice(0, 60)} was accepted`);
  return toSentence(parsed.refusal);
};

test('a body is JSON with nothing after it', () => {
  assert.deepEqual(parseBody(' {"SysOn": 1}\r\n'), { ok: true, value: { SysOn: 1 } });
  assert.match(sentenceOf('{"SysOn":1}{OK}'), /^The body is not JSON: Unexpected non-whitespace character/);
  assert.match(sentenceOf('{"SysOn":1}\0'), /^The body is not JSON: /);
  assert.equal(sentenceOf(''), 'The body is not JSON: Unexpected end of JSON input.');
});

test('NaN, Infinity and single quotes are not JSON', () => {
  for (const text of ['{"SysOn":NaN}', '{"SysOn":Infinity}', "{'SysOn':1}", '{"SysOn":01}', '{"SysOn":+1}'])
    assert.match(sentenceOf(text), /^The body is not JSON: /);
});

test('a key that occurs twice in one object is refused', () => {
  const twice = 'The body has the same key twice. Send each key once.';
  assert.equal(sentenceOf('{"SysOn":0,"SysOn":1}'), twice);
  assert.equal(sentenceOf('{"ZoneMode":{"Index":0,"Mode":1,"Index":1}}'), twice);
  assert.equal(sentenceOf('{"SysOn":0,"\\u0053ysOn":1}'), twice);
  assert.equal(sentenceOf('[{"a":1},{"__proto__":1,"__proto__":2}]'), twice);
});

test('the same key in two objects, and names with colons, braces and quotes, are accepted', () => {
  for (const value of [
    [{ a: 1 }, { a: 2 }],
    { a: ':{[}]', 'b:': '"', c: '\\', 'd"': '\\"', e: '\\\\"' },
    { a: { a: { a: 1 } } },
  ])
    assert.deepEqual(parseBody(JSON.stringify(value)), { ok: true, value });
});

test('JSON may be nested at most sixteen levels deep', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  assert.ok(parseBody(nested(16)).ok);
  assert.equal(sentenceOf(nested(17)), 'The body is nested deeper than 16 levels.');
  assert.equal(sentenceOf(nested(maxBytes / 2)), 'The body is nested deeper than 16 levels.');
  assert.equal(
    sentenceOf(`{"a":${'{"a":'.repeat(16)}1${'}'.repeat(17)}`),
    'The body is nested deeper than 16 levels.',
  );
  assert.ok(parseBody(JSON.stringify({ a: '['.repeat(100) })).ok);
  assert.ok(parseBody(`[${'[[]],'.repeat(10_000)}[]]`).ok);
});

test('text that is not JSON is refused for its depth if it opens a seventeenth level', () => {
  assert.match(sentenceOf('['.repeat(16)), /^The body is not JSON: /);
  for (const text of ['['.repeat(17), '{"a":'.repeat(17), `${'['.repeat(17)}x`, '['.repeat(maxBytes)])
    assert.equal(sentenceOf(text), 'The body is nested deeper than 16 levels.');
  for (const text of [`"${'['.repeat(17)}`, `"\\"${'['.repeat(17)}`, `"\\\\\\"${'{'.repeat(17)}`])
    assert.match(sentenceOf(text), /^The body is not JSON: /);
});

test('everything that JSON.stringify writes is read back unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      assert.deepEqual(parseBody(text), { ok: true, value: JSON.parse(text) });
    }),
  );
});

test('no text makes the parser throw', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ':', ',', '1', 'a') }),
      (text) => {
        parseBody(text);
      },
    ),
    { numRuns: 2000 },
  );
});

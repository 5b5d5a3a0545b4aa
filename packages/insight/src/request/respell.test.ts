import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { respell } from './respell.ts';

describe('spelling JSON as a device spells it', () => {
  it('keeps the spaces, numbers and escapes of a text whose value is unchanged', () => {
    for (const text of [
      '{"Temp":22.0}',
      ' { "Temp" : 22.00 ,\r\n\t"On": true,"None":null, "Far":-1.50E+1 } ',
      '[ ]',
      '{ }',
      '[1.0, [ "\\u0041\\/\\"" ],{"a":"}]"} ]',
      '"OK"',
    ])
      assert.equal(respell(text, JSON.parse(text)), text);
  });

  it('leaves out members that the value no longer has, with the spaces around them', () => {
    const text = '{"first": 1.0, "second": {"a": 2.0, "b": 3}, "third": [4.0]}';
    assert.equal(respell(text, { second: { b: 3 }, third: [4] }), '{ "second": { "b": 3}, "third": [4.0]}');
    assert.equal(respell(text, { first: 1 }), '{"first": 1.0}');
    assert.equal(respell(text, { third: [4] }), '{ "third": [4.0]}');
    assert.equal(respell(text, {}), '{}');
  });

  it('writes changed values as usual, whatever their type was', () => {
    const text = '{"Name": "Anna", "Uid": 12.0, "Ip": [1.0, 2.0], "Old": {"Name": "Anna"}}';
    assert.equal(
      respell(text, { Name: 'Name 1', Uid: 0, Ip: '', Old: null }),
      '{"Name": "Name 1", "Uid": 0, "Ip": "", "Old": null}',
    );
    assert.equal(respell('[1.0,2.0]', [1]), '[1.0]');
    assert.equal(respell('[1.0]', [1, 2]), '[1,2]');
    assert.equal(respell('7.0', { a: 1 }), '{"a":1}');
  });

  it('keeps a number only if its value needs about as many digits as its text', () => {
    assert.equal(respell('22.00000000000000', 22), '22.00000000000000');
    assert.equal(respell('22.000000000000000', 22), '22');
    assert.equal(respell('22.00000000000000000412345678', 22), '22');
  });

  it('keeps nothing private of a key that the text has twice', () => {
    const text = '{"Name":"Anna","Name":"Berta","Old":{"Name":"Anna"},"Old":1}';
    assert.equal(
      respell(text, { Name: 'Name 1', Old: 1 }),
      '{"Name":"Name 1","Name":"Name 1","Old":1,"Old":1}',
    );
  });

  it('refuses a text that is nested deeper than any response', () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    assert.equal(respell(deep(65), JSON.parse(deep(65))), deep(65));
    assert.throws(() => respell(deep(66), JSON.parse(deep(66))), RangeError);
  });

  it('always writes the value that it is given', () => {
    const json = () => fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(json(), json(), fc.nat(3), (source, value, spaces) => {
        const now = JSON.parse(JSON.stringify(value));
        const changed = JSON.parse(JSON.stringify({ both: source, now: [source] }));
        for (const [from, to] of [
          [source, now],
          [changed, { both: now, now: [now] }],
        ])
          assert.deepEqual(
            JSON.parse(respell(JSON.stringify(from, undefined, spaces), to)),
            expectedOf(from, to),
          );
      }),
      { numRuns: 300 },
    );
  });
});

/** Returns the value without the members that the source did not have. */
function expectedOf(source: unknown, value: unknown): unknown {
  if (Array.isArray(source) && Array.isArray(value) && value.length <= source.length)
    return value.map((each, at) => expectedOf(source[at], each));
  if (
    Array.isArray(source) ||
    Array.isArray(value) ||
    typeof source !== 'object' ||
    typeof value !== 'object'
  )
    return value;
  if (source === null || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      Object.hasOwn(source, key) ? [[key, expectedOf((source as Record<string, unknown>)[key], each)]] : [],
    ),
  );
}

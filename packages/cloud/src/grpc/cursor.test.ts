import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { readCursor, toCursorText } from './cursor.ts';

it('a cursor read again is the same', () => {
  const number = fc.nat({ max: 2 ** 46 });
  const place = fc.record({ pairedAt: number, version: number }, { noNullPrototype: true });
  const systemId = fc.stringMatching(/^[0-9]{9}$/);
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(systemId, place), { selector: ([id]) => id }), (entries) => {
      assert.deepEqual(readCursor(toCursorText(new Map(entries))), new Map(entries));
    }),
  );
});

it('nothing is a cursor: the beginning', () => {
  assert.deepEqual(readCursor(''), new Map());
});

it('what we never gave is none', () => {
  const known = '000000001.rs.1';
  assert.notEqual(readCursor(known), undefined);
  for (const text of [
    '~',
    ' ',
    `${known}~`,
    `${known}~${known}`,
    '1.rs.1',
    '000000001.rs',
    '000000001.rs.1.1',
    '000000001.RS.1',
    '000000001.-1.1',
    '000000001..1',
    '__proto__.1.1',
    '000000001.zzzzzzzzzzz.1',
  ])
    assert.equal(readCursor(text), undefined, text);
});

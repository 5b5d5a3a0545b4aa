import assert from 'node:assert/strict';
import { it } from 'node:test';
import { maxBytes } from '@plenum/protocol/check';
import fc from '@plenum/testbed/fast-check';
import { maxWatchBytes, readCursors, toCursor } from './cursor.ts';

const idOf = (n: number) => String(n).padStart(9, '0');
const sentenceOf = (...texts: string[]) => {
  const read = readCursors(texts);
  return read.ok ? 'read' : `${read.refusal.status} ${read.refusal.detail}`;
};

it('reads a Watch cursor back unchanged', () => {
  const number = fc.nat({ max: 2 ** 46 });
  const place = fc.record(
    { pairedAt: number, generation: fc.oneof(fc.constant(0), number), version: number },
    { noNullPrototype: true },
  );
  const systemId = fc.stringMatching(/^[0-9]{9}$/);
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(systemId, place), { selector: ([id]) => id }), (entries) => {
      const texts = entries.map(([id, each]) => toCursor(id, each));
      assert.deepEqual(readCursors(texts), { ok: true, value: new Map(entries) });
    }),
  );
});

it('includes the generation in a Watch cursor unless it is 0', () => {
  const cursor = { pairedAt: 1_000, generation: 0, version: 71 };
  assert.equal(toCursor('000000001', cursor), '000000001.rs.1z');
  assert.deepEqual(readCursors(['000000001.rs.1z']), { ok: true, value: new Map([['000000001', cursor]]) });
  assert.equal(toCursor('000000001', { ...cursor, generation: 37 }), '000000001.rs.1z.11');
});

it('refuses a Watch cursor that this cloud never issued', () => {
  const known = '000000001.rs.1';
  assert.equal(sentenceOf(known), 'read');
  assert.equal(sentenceOf(`${known}.1`), 'read');
  for (const text of [
    '',
    ' ',
    `${known}~000000002.rs.1`,
    '1.rs.1',
    '000000001.rs',
    '000000001.rs.1.1.1',
    '000000001.rs.1.',
    '000000001.RS.1',
    '000000001.-1.1',
    '000000001..1',
    '__proto__.1.1',
    '000000001.zzzzzzzzzzz.1',
    '000000001.rs.1.zzzzzzzzzzz',
  ])
    assert.equal(
      sentenceOf('000000002.rs.1', text),
      '400 cursors.1: it is not a cursor of this cloud; leave it out to receive everything of its bridge.',
      text,
    );
});

it('accepts one Watch cursor per bridge', () => {
  assert.equal(
    sentenceOf('000000001.rs.1', '000000002.rs.1', '000000001.rs.2'),
    '400 cursors.2: an earlier one is also of bridge 000000001; send only the last one received of each bridge.',
  );
});

it('reads 20 000 Watch cursors of any length in both encodings, and refuses one more', () => {
  const longest = Array.from({ length: 20_000 }, (_, n) => `${idOf(n)}.zzzzzzzzzz.zzzzzzzzzz.zzzzzzzzzz`);
  const read = readCursors(longest);
  assert.ok(read.ok && read.value.size === 20_000);
  // Besides the cursors, a Watch request has as much room as any other request.
  const inJson = JSON.stringify(longest).length - '[]'.length + ','.length;
  assert.equal(maxWatchBytes(Infinity), maxBytes + inJson);
  // If the account may hold fewer bytes, the limit allows as many of the shortest cursors as fit into those bytes.
  assert.equal(maxWatchBytes(1_300), maxBytes + 1_600);
  assert.ok(longest.every((text) => text.length + 2 <= inJson / 20_000 && text.length < 128));
  assert.equal(
    sentenceOf(...longest, '999999999.rs.1'),
    '400 cursors: There are 20001 entries. Send at most 20000.',
  );
});

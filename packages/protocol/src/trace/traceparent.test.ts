import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSampled, readTraceparent, traceIdOf } from './traceparent.ts';

const id = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';
const valid = `00-${id}-${span}-01`;

test('a valid traceparent is passed on unchanged', () => {
  assert.equal(readTraceparent(valid), valid);
  assert.equal(readTraceparent(` ${valid}\t`), valid);
  assert.equal(traceIdOf(valid), id);
  assert.ok(isSampled(valid));
  assert.ok(isSampled(`00-${id}-${span}-03`));
  assert.ok(!isSampled(`00-${id}-${span}-00`));
  assert.ok(!isSampled(`00-${id}-${span}-fe`));
});

test('a traceparent of a newer version is shortened to its version 00 part', () => {
  assert.equal(readTraceparent(`cc-${id}-${span}-01`), valid);
  assert.equal(readTraceparent(`cc-${id}-${span}-01-what-the-future-adds`), valid);
  const longest = `cc-${id}-${span}-01-`.padEnd(200, 'x');
  assert.equal(readTraceparent(longest), valid);
  assert.equal(readTraceparent(`${longest}x`), undefined);
});

test('a malformed traceparent is ignored', () => {
  const malformed = [
    undefined,
    [valid, valid],
    '',
    valid.slice(0, -1),
    `${valid}-more`,
    `${valid}0`,
    valid.toUpperCase(),
    `ff-${id}-${span}-01`,
    `cc-${id}-${span}-01x`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${id}-${'0'.repeat(16)}-01`,
    `00-${id}-${span}-0g`,
    `${valid}, ${valid}`,
    `${valid}\n${valid}`,
  ];
  for (const header of malformed) assert.equal(readTraceparent(header), undefined, String(header));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../text/english.fixture.ts';
import { formatBytes, formatDays, formatDuration, formatTimeUntil } from './format.ts';
import { toJsonTokens, toPrettyJson } from './json-tokens.ts';

test('splits JSON into keys, strings and values that join to the same text', () => {
  const json = '{"a b":"c\\"d","n":-1.5e3,"yes":[true,null]}';
  const pieces = toJsonTokens(json);
  assert.equal(pieces.map(({ text }) => text).join(''), json);
  assert.deepEqual(
    pieces.filter(({ kind }) => kind !== undefined).map(({ kind, text }) => [kind, text]),
    [
      ['key', '"a b"'],
      ['text', '"c\\"d"'],
      ['key', '"n"'],
      ['value', '-1.5e3'],
      ['key', '"yes"'],
      ['value', 'true'],
      ['value', 'null'],
    ],
  );
});

test('shows truncated JSON unchanged', () => {
  assert.equal(toPrettyJson('{"a":1}'), '{\n  "a": 1\n}');
  assert.equal(toPrettyJson('{"a":'), '{"a":');
});

test('shows times and sizes in readable units', () => {
  assert.deepEqual(
    [0, 4_000, 61_000, 7_200_000].map((passed) => formatTimeUntil(passed, 0)),
    ['now', 'in 4 s', 'in 1 min', 'in 2 h'],
  );
  assert.deepEqual([86_400_000, 1.2e9].map(formatDays), ['1 day', '14 days']);
  assert.deepEqual([12.4, 999, 1_234].map(formatDuration), ['12 ms', '999 ms', '1.2 s']);
  assert.deepEqual([999, 4_100].map(formatBytes), ['999 bytes', '4.1 kB']);
});

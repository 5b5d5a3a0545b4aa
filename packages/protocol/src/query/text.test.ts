import assert from 'node:assert/strict';
import { test } from 'node:test';
import { izone, neutral } from '../dialect/dialect.ts';
import { memoizeText, toText } from './text.ts';

test('the text of a datagram is generated once for each dialect and form', () => {
  const datagram = { Index: 0 };
  const form = {};
  let made = 0;
  const make = () => `${++made}`;
  const texts = [neutral, izone, neutral, izone].map((dialect) => memoizeText(dialect, form, datagram, make));
  assert.deepEqual(texts, ['1', '2', '1', '2']);
  assert.equal(memoizeText(neutral, {}, datagram, make), '3');
  assert.equal(memoizeText(neutral, form, { Index: 0 }, make), '4');
});

test('caches the text of a datagram’s part separately, even if the part comes first', () => {
  const datagram = { HvacMode: 1, HvacFan: 0 };
  const fields = ['HvacFan'];
  assert.equal(toText(izone, datagram, fields), '{"iZoneFan":0}');
  assert.equal(toText(izone, datagram), '{"iZoneMode":1,"iZoneFan":0}');
  assert.equal(toText(neutral, datagram, fields), '{"HvacFan":0}');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalExamples } from './examples.ts';
import { refuse, statusOf, toSentence } from './refusal.ts';
import { type RefusalCode, refusals } from './table.ts';
import { toQuantity, toReading } from './units.ts';

const codes = Object.keys(refusals) as RefusalCode[];

test('every refusal is one sentence without holes', () => {
  for (const code of codes) {
    const sentence = toSentence({ code, ...refusalExamples[code] });
    assert.match(sentence, /[.?]$|KEY\.$/, code);
    assert.doesNotMatch(sentence, /undefined|NaN|\[object/, code);
    assert.doesNotMatch(sentence, /[\n\r]/, code);
  }
});

test('a refusal of the body or the values is 400, one of the present state 409', () => {
  const status = (code: RefusalCode) => statusOf(refuse(code).refusal);
  assert.equal(status('off-step'), 400);
  assert.equal(status('unknown-command'), 400);
  assert.equal(status('not-installed'), 409);
  assert.equal(status('eco-lock'), 409);
  assert.equal(status('unknown-path'), 404);
  assert.equal(status('wrong-method'), 405);
  assert.equal(status('too-large'), 413);
  assert.equal(status('internal'), 503);
});

test('the sentence begins with the place it is about', () => {
  const at = (path: readonly string[]) => toSentence({ code: 'internal', path, facts: {} });
  assert.equal(at([]), 'The bridge failed; its log says why.');
  assert.equal(at(['SchedZones', 'Zones', '3']), 'SchedZones.Zones.3: The bridge failed; its log says why.');
});

test('numbers are said in the unit of the reader', () => {
  assert.equal(toReading(2155, 100), '21.55');
  assert.equal(toReading(-5, 10), '-0.5');
  assert.equal(toReading(7), '7');
  assert.equal(toQuantity(2150, { unit: '°C', scale: 100 }), '21.50 °C');
  assert.equal(toQuantity(50, { unit: '%' }), '50 %');
  assert.equal(toQuantity(1, {}), '1');
});

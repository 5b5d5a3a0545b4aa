import assert from 'node:assert/strict';
import { test } from 'node:test';
import { number, text, word } from '../field/make.ts';
import { readQuery } from './read-query.ts';
import { constant, open } from './shape.ts';

const query = open(
  'a query',
  {
    a: number('a number', { min: -2, max: 10 }),
    by: word('a word', ['day', 'week']),
    step: constant('a step', 60_000, 300_000),
  },
  { optional: ['a', 'by', 'step'] },
);

test('accepts a whole number in a query only within its limits, or none', () => {
  for (const [given, value] of [
    [undefined, {}],
    ['', {}],
    ['-2', { a: -2 }],
    ['0', { a: 0 }],
    ['10', { a: 10 }],
    ['000000000000010', { a: 10 }],
  ] as const)
    assert.deepEqual(readQuery(query, { a: given }), { ok: true, value }, String(given));
  for (const [given, code, facts] of [
    ['-3', 'too-low', { min: -2 }],
    ['11', 'too-high', { max: 10 }],
    ['1.5', 'wrong-type', { expected: 'a whole number' }],
    ['1e3', 'wrong-type', { expected: 'a whole number' }],
    [' 1', 'wrong-type', { expected: 'a whole number' }],
    ['0000000000000010', 'wrong-type', { expected: 'a whole number' }],
    [['1', '2'], 'wrong-type', { expected: 'a whole number' }],
  ] as const) {
    const result = readQuery(query, { a: given });
    assert.ok(!result.ok);
    const { refusal } = result;
    const input = code === 'wrong-type' ? given : Number(given);
    assert.deepEqual([refusal.code, refusal.path, refusal.input], [code, ['a'], input]);
    for (const [name, fact] of Object.entries(facts)) assert.equal(refusal.facts[name], fact);
  }
});

test('a word or a listed number in a query must be one of the choices', () => {
  const value = { by: 'week', step: 300_000 };
  assert.deepEqual(readQuery(query, { by: 'week', step: '300000' }), { ok: true, value });
  assert.deepEqual(readQuery(query, { step: '' }), { ok: true, value: {} });
  for (const [key, given, choices] of [
    ['by', 'year', ['day', 'week']],
    ['by', '', ['day', 'week']],
    ['step', '1', ['60000', '300000']],
    ['step', ['60000', '60000'], ['60000', '300000']],
  ] as const) {
    const result = readQuery(query, { [key]: given });
    assert.ok(!result.ok);
    const { code, path, input, facts } = result.refusal;
    assert.deepEqual([code, path, input, facts.choices], ['not-a-choice', [key], given, choices]);
  }
});

test('a required query key that is empty counts as missing, and unknown keys are ignored', () => {
  const needed = open('a query', { series: text('names') });
  assert.deepEqual(readQuery(needed, { series: 'a,b', other: '1' }), { ok: true, value: { series: 'a,b' } });
  for (const given of [undefined, '']) {
    const result = readQuery(needed, { series: given });
    assert.ok(!result.ok);
    assert.deepEqual([result.refusal.code, result.refusal.facts], ['missing-key', { key: 'series' }]);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNumber } from './query-values.ts';

test('a whole number of a query is within its limits, or as by default', () => {
  const read = (a: unknown) => readNumber({ a }, 'a', { byDefault: 5, min: -2, max: 10 });
  for (const [given, value] of [
    [undefined, 5],
    ['', 5],
    ['-2', -2],
    ['0', 0],
    ['10', 10],
    ['000000000000010', 10],
  ] as const)
    assert.deepEqual(read(given), { ok: true, value }, String(given));
  for (const [given, code, facts] of [
    ['-3', 'too-low', { min: -2 }],
    ['11', 'too-high', { max: 10 }],
    ['1.5', 'wrong-type', { expected: 'a whole number' }],
    ['1e3', 'wrong-type', { expected: 'a whole number' }],
    [' 1', 'wrong-type', { expected: 'a whole number' }],
    ['0000000000000010', 'wrong-type', { expected: 'a whole number' }],
    [['1', '2'], 'wrong-type', { expected: 'a whole number' }],
  ] as const) {
    const result = read(given);
    assert.ok(!result.ok);
    const { refusal } = result;
    const input = code === 'wrong-type' ? given : Number(given);
    assert.deepEqual([refusal.code, refusal.path, refusal.input, refusal.facts], [code, ['a'], input, facts]);
  }
});

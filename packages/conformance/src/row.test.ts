import assert from 'node:assert/strict';
import { test } from 'node:test';
import { broken, isOfSection, judgeRows, kept, type Level, type Row, toCitation, untested } from './row.ts';

const row = (level: Level): Row<number> => ({
  id: level,
  section: '2.2',
  statement: 'The number is even.',
  level,
  judge: (number) =>
    number < 0 ? untested('It is negative.') : number % 2 === 0 ? kept() : broken(`It is ${number}.`),
});
const rows = [row('must'), row('should'), row('note')];
const outcomesFor = (number: number) => judgeRows(rows, number).map(({ outcome }) => outcome);

test('a broken row fails, warns or is noted according to its level, and a kept row passes', () => {
  assert.deepEqual(outcomesFor(3), ['failed', 'warned', 'noted']);
  assert.deepEqual(outcomesFor(2), ['passed', 'passed', 'passed']);
  assert.deepEqual(outcomesFor(-1), ['untested', 'untested', 'untested']);
});

test('a row reports each sentence of evidence once, and at most five', () => {
  const many = { ...row('must'), judge: () => broken('a', 'a', 'b', 'c', 'd', 'e', 'f', 'g') };
  assert.deepEqual(judgeRows([many], 1)[0]!.evidence, ['a', 'b', 'c', 'd', 'e', 'And 2 more.']);
});

test('a section includes its subsections, but no section with merely the same beginning', () => {
  assert.ok(isOfSection('2.2', '2') && isOfSection('2.10', 'interface 2') && isOfSection('4.4 Zone', '4.4'));
  assert.ok(!isOfSection('2.10', '2.1') && !isOfSection('wire facts 10', 'wire facts 1'));
  assert.deepEqual([toCitation('2.2'), toCitation('wire facts 7')], ['interface 2.2', 'wire facts 7']);
});

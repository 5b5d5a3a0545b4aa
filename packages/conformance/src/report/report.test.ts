import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RowOutcome, RowResult } from '../row.ts';
import { findMissingTests, isConformant } from './summary.ts';
import { toJUnit } from './to-junit.ts';
import { toReportLines } from './to-lines.ts';

const result = (outcome: RowOutcome, ...evidence: string[]): RowResult => ({
  id: `zone.${outcome}`,
  section: '2.3',
  statement: 'MinAir < MaxAir.',
  level: 'must',
  outcome,
  evidence,
});

test('a report lists unusual rows, worst first, and a total', () => {
  const results = [result('noted', 'a'), result('passed'), result('failed', 'ZonesV2 3: "x"')];
  assert.deepEqual(toReportLines(results), [
    'FAILED      MinAir < MaxAir.  (zone.failed, interface 2.3)',
    '              ZonesV2 3: "x"',
    'note        MinAir < MaxAir.  (zone.noted, interface 2.3)',
    '              a',
    '',
    'Tested 3 of 3 statements: 1 passed, 1 failed, 0 warnings, 1 notes, 0 not tested.',
  ]);
  assert.equal(toReportLines(results, { all: true }).length, 7);
});

test('a bridge is conformant if nothing failed and something passed', () => {
  assert.ok(isConformant([result('passed'), result('warned'), result('noted'), result('untested')]));
  assert.ok(!isConformant([result('passed'), result('failed')]));
  assert.ok(!isConformant([result('untested')]));
});

test('a run that tests less than required says what is missing', () => {
  const row = (id: string, outcome: RowOutcome) => ({ ...result(outcome), id });
  const results = [
    row('oauth.a', 'passed'),
    row('oauth.b', 'untested'),
    row('grpc.a', 'failed'),
    row('grpc', 'noted'),
  ];
  const missing = (atLeast: number, ...groups: string[]) => findMissingTests(results, { atLeast, groups });
  assert.deepEqual(missing(0), []);
  assert.deepEqual(missing(3, 'grpc'), []);
  assert.deepEqual(missing(4, 'grpc'), ['Tested 3 of 4 statements, but 4 are required.']);
  assert.deepEqual(missing(3, 'grpc', 'oauth'), ['Not tested of oauth: oauth.b.']);
  assert.equal(
    toReportLines(results).at(-1),
    'Tested 3 of 4 statements: 1 passed, 1 failed, 0 warnings, 1 notes, 1 not tested.',
  );
});

test('a JUnit XML report has a case for each row and no invalid characters', () => {
  const xml = toJUnit([result('failed', 'a "b" <c>\u0000 & d'), result('warned', 'w')], 'bridge <1>');
  assert.match(xml, /<testsuite name="bridge &lt;1&gt;" tests="2" failures="1" errors="0" skipped="0">/);
  assert.match(xml, /<failure message="a &quot;b&quot; &lt;c&gt;\ufffd &amp; d">/);
  assert.match(xml, /<testcase classname="interface 2.3" name="zone.warned: MinAir &lt; MaxAir.">/);
  assert.equal(xml.match(/<testcase /g)?.length, xml.match(/<\/testcase>/g)?.length);
});

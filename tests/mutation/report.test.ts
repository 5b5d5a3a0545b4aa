import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import {
  formatReport,
  isSurvivor,
  type Judgement,
  readReport,
  scoreOf,
  sumByFolder,
  type Tried,
  writeReport,
} from './report.ts';

const change = { start: 0, end: 1, text: '', from: 0 };
const tried = (folder: string, judgement: Judgement, equivalent?: string): Tried => ({
  folder,
  file: `${folder}/x.ts`,
  seed: 1,
  change,
  description: '1\n  - a\n  + b',
  judgement,
  ...(equivalent !== undefined && { equivalent }),
});

const report = [
  tried('a', 'failed'),
  tried('a', 'failed'),
  tried('a', 'types'),
  tried('a', 'survived'),
  tried('a', 'unreached', 'The list has only one element.'),
  tried('a/b', 'failed'),
];

it('counts a change that does not compile, or is equivalent, as neither killed nor missed', () => {
  const [a, b] = sumByFolder(report);
  assert.deepEqual(a, { folder: 'a', tried: 5, killed: 2, types: 1, equivalent: 1 });
  assert.deepEqual(b, { folder: 'a/b', tried: 1, killed: 1, types: 0, equivalent: 0 });
  assert.equal(scoreOf(a!).toFixed(1), '66.7');
  assert.equal(scoreOf({ ...b!, killed: 0, types: 1 }), 100);
});

it('lists the survivors, then each folder, then the whole', () => {
  assert.deepEqual(formatReport(report).split('\n'), [
    'survived a/x.ts:1',
    '  - a',
    '  + b',
    'a    66.7 %   2 of 3  (5 tried, 1 type errors, 1 equivalent)',
    'a/b  100.0 %  1 of 1  (1 tried, 0 type errors, 0 equivalent)',
    'all  75.0 %   3 of 4  (6 tried, 1 type errors, 1 equivalent)',
  ]);
});

it('reads a report that it wrote, and an absent one as empty', () => {
  using folder = createDataFolder();
  const path = join(folder.path, 'report.jsonl');
  assert.deepEqual(readReport(path), []);
  writeReport(path, report);
  assert.deepEqual(readReport(path), report);
  assert.deepEqual(readReport(path).map(isSurvivor), [false, false, false, true, false, false]);
});

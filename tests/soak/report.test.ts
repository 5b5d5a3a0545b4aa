import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeGrowth, findGrowth } from './report.ts';

/** Readings of a run in which two tables grow, of which one keeps its rows only for some minutes, and bridges move. */
const readings = (rounds: number) =>
  Array.from(
    { length: rounds },
    (_, round) =>
      new Map([
        ['rows: audit', round * 1_000],
        ['expiring: control_request', round * 1_000],
        ['overdue: control_request', 300],
        ['memory: node 1', 150 + round],
        ['sockets: node 1', round * 10],
        ['sockets: all nodes', 60],
      ]),
  );

it('the soak reports a growing table, but not expiring rows or bridges that move', () => {
  const growth = findGrowth(readings(9));
  assert.deepEqual(growth, ['rows: audit grows: 0 1000 2000 3000 4000 5000 6000 7000 8000']);
  assert.equal(describeGrowth(readings(9), growth), 'growth: 3 of 4 values have levelled off, over 9 rounds');
});

it('the soak does not judge growth after few rounds, and says so', () => {
  assert.deepEqual(findGrowth(readings(8)), []);
  assert.equal(describeGrowth(readings(8), []), 'growth is judged after 9 rounds');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultOf, toCeiling, toDays, toTable, type Usage } from './usage.ts';

const day = 86_400_000;
const usage: readonly Usage[] = [
  { day: 0, operation: 'Query', status: 200, requests: 5 },
  { day: 0, operation: 'Query', status: 403, requests: 1 },
  { day: 0, operation: 'Control', status: 504, requests: 2 },
  { day: 2 * day, operation: 'Query', status: 200, requests: 7 },
  { day: 2 * day, operation: 'Query', status: 429, requests: 3 },
];

test('usage lists every day, including days without requests', () => {
  assert.deepEqual(toDays({ since: 0, until: 3 * day, usage }), [
    { day: 0, done: 5, refused: 1, failed: 2 },
    { day, done: 0, refused: 0, failed: 0 },
    { day: 2 * day, done: 7, refused: 0, failed: 3 },
    { day: 3 * day, done: 0, refused: 0, failed: 0 },
  ]);
});

test('usage counts requests by operation and status', () => {
  assert.deepEqual(toTable(usage), {
    statuses: [200, 403, 429, 504],
    rows: [
      { operation: 'Control', counts: [0, 0, 0, 2] },
      { operation: 'Query', counts: [12, 1, 3, 0] },
    ],
  });
  assert.deepEqual(toTable([]), { statuses: [], rows: [] });
});

test('counts errors that the app caused as refused requests, and others as failed ones', () => {
  assert.deepEqual([200, 400, 401, 403].map(resultOf), ['done', 'refused', 'refused', 'refused']);
  assert.deepEqual([429, 500, 502, 504].map(resultOf), ['failed', 'failed', 'failed', 'failed']);
});

test('the maximum of the usage chart is a round number', () => {
  assert.deepEqual(
    [0, 4, 5, 7, 10, 11, 21, 41, 51, 999].map(toCeiling),
    [4, 4, 5, 10, 10, 20, 40, 50, 100, 1000],
  );
});

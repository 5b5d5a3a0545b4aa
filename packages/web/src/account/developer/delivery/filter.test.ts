import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFiltered, noFilter, toFilterQuery } from './filter.ts';

test('an empty delivery filter sends no query parameters', () => {
  assert.deepEqual(toFilterQuery(noFilter), {});
  assert.deepEqual(toFilterQuery({ ...noFilter, search: '  ', from: 'soon' }), {});
  assert.equal(isFiltered({ ...noFilter, search: ' ' }), false);
  assert.equal(isFiltered({ ...noFilter, result: 'failed' }), true);
});

test('the times of a delivery filter are local times and include the last minute', () => {
  const at = new Date(2026, 10, 22, 14, 5).getTime();
  assert.deepEqual(toFilterQuery({ ...noFilter, from: '2026-11-22T14:05', to: '2026-11-22T14:05' }), {
    from: String(at),
    to: String(at + 59_999),
  });
  assert.deepEqual(toFilterQuery({ ...noFilter, result: 'delivered', kind: 'sync', search: ' zone_3 ' }), {
    result: 'delivered',
    kind: 'sync',
    search: 'zone_3',
  });
});

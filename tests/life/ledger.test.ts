import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLedger, type Kept, type WriteResult } from './ledger.ts';

const check = (kept: Kept, results: readonly WriteResult[], found: readonly number[]) => {
  const ledger = createLedger(kept);
  for (const [number, result] of results.entries()) ledger.record(number, result);
  return ledger.check(found);
};

describe('the ledger of a part that keeps something', () => {
  it('reports an acknowledged write that is missing, and a refused write that is there', () => {
    assert.equal(check('all', ['acknowledged', 'acknowledged'], [0, 1]), undefined);
    assert.equal(check('all', ['acknowledged', 'acknowledged'], [1]), 'acknowledged and lost: 0');
    assert.equal(check('all', ['acknowledged', 'refused'], [0, 1]), 'there, although refused or replaced: 1');
  });

  it('accepts an unknown write whether present or not, and expects the same from then on', () => {
    for (const found of [[0], [0, 1]]) {
      const ledger = createLedger('all');
      ledger.record(0, 'acknowledged');
      ledger.record(1, 'unknown');
      assert.equal(ledger.check(found), undefined);
      assert.equal(ledger.check(found), undefined);
      assert.notEqual(ledger.check(found.length === 1 ? [0, 1] : [0]), undefined);
    }
  });

  it('expects only the last write if each replaces the one before, or a later unknown one', () => {
    assert.equal(check('last', ['acknowledged', 'acknowledged'], [1]), undefined);
    assert.equal(
      check('last', ['acknowledged', 'acknowledged'], [0]),
      'acknowledged and lost: 1; there, although refused or replaced: 0',
    );
    assert.equal(check('last', ['acknowledged', 'unknown'], [1]), undefined);
    assert.equal(check('last', ['acknowledged', 'unknown'], [0]), undefined);
    assert.notEqual(check('last', ['unknown', 'acknowledged'], [0]), undefined);
    assert.equal(check('last', ['acknowledged'], []), 'acknowledged and lost: 0');
    assert.equal(check('last', ['refused'], []), undefined);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearIfUnchanged } from './clear-draft.ts';

test('clears a saved draft unless it was changed while it was being saved', () => {
  const [given, later] = [{ name: 'Kitchen' }, { name: 'Kitchen and hall' }];
  assert.equal(clearIfUnchanged(given)(given), undefined);
  assert.equal(clearIfUnchanged(given)(later), later);
  assert.equal(clearIfUnchanged<object | undefined>(undefined)(later), later);
});

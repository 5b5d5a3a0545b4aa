import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearIfUnchanged } from './clear-draft.ts';

test('a draft that was given is forgotten, and one that was changed meanwhile is not', () => {
  const [given, later] = [{ name: 'Kitchen' }, { name: 'Kitchen and hall' }];
  assert.equal(clearIfUnchanged(given)(given), undefined);
  assert.equal(clearIfUnchanged(given)(later), later);
  assert.equal(clearIfUnchanged<object | undefined>(undefined)(later), later);
});
